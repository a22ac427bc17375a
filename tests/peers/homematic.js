// homematic-xmlrpc against the interface process at a port. The first argument is the folder of the packages.
'use strict';
const assert = require('assert');
const path = require('path');
const [modules, command] = process.argv.slice(2);
const xmlrpc = require(path.join(modules, 'homematic-xmlrpc'));
if (command === 'version') {
  console.log(require(path.join(modules, 'homematic-xmlrpc', 'package.json')).version);
  process.exit();
}

const client = xmlrpc.createClient({
  host: '127.0.0.1', port: Number(command), path: '/RPC2', basic_auth: { user: 'ada', pass: 'p:w' },
});
const call = (method, ...parameters) => new Promise((done, failed) =>
  client.methodCall(method, parameters, (error, value) => (error ? failed(error) : done(value))));

const events = [];
let known = [];
const methods = {
  listDevices: () => known,
  newDevices: (id, devices) => { known = devices; return ''; },
  event: (...event) => { events.push(event); return ''; },
};
const server = xmlrpc.createServer({ host: '127.0.0.1', port: 0 }, async () => {
  const url = `http://127.0.0.1:${server.httpServer.address().port}`;
  await call('init', url, 'node');
  while (!known.length) await new Promise((done) => setTimeout(done, 10));
  assert.deepStrictEqual(known, await call('listDevices'));
  assert.strictEqual(await call('getMetadata', 'JEQ0000001', 'NAME'), 'Küche <1> €');
  assert.strictEqual(await call('setValue', 'JEQ0000001:1', 'STATE', { explicitDouble: 1 }), '');
  assert.strictEqual(await call('getValue', 'JEQ0000001:1', 'STATE'), 1);
  await call('putParamset', 'JEQ0000001:1', 'MASTER', { NAME: 'Tür <2>', LEVEL: { explicitDouble: 1 } });
  assert.deepStrictEqual(await call('getParamset', 'JEQ0000001:1', 'MASTER'), { NAME: 'Tür <2>', LEVEL: 1 });
  assert.deepStrictEqual(await call('getParamset', 'JEQ0000001:1', 'VALUES'), {});
  await assert.rejects(call('getValue', 'JEQ0000001:1', 'NONE'), { faultCode: -5 });
  await call('ping', 'node');
  while (events.length < 4) await new Promise((done) => setTimeout(done, 10));
  assert.deepStrictEqual(events, [
    ['node', 'JEQ0000001:1', 'STATE', true],
    ['node', 'JEQ0000001:1', 'LEVEL', 0.25],
    ['node', 'JEQ0000001', 'NAME', 'Küche & <中>'],
    ['node', 'CENTRAL', 'PONG', ''],
  ]);
  await call('init', url, '');
  console.log('ok');
  server.close();
});
for (const [name, method] of Object.entries(methods)) {
  server.on(name, (_, parameters, answer) => answer(null, method(...parameters)));
}
server.on('system.multicall', (_, [calls], answer) =>
  answer(null, calls.map(({ methodName, params }) => [methods[methodName](...params)])));
