// The npm package xmlrpc.
module.paths.unshift(process.argv[2]);
const http = require('http');
const xmlrpc = require('xmlrpc');

const hello = (name) => 'Hello, ' + name + '!';
const now = () => process.hrtime.bigint();

function print(times) {
  times.sort((a, b) => (a < b ? -1 : 1));
  console.log(Number(times[Math.floor(times.length / 2)]) / 1000);
}

const [command, ...rest] = process.argv.slice(3);
if (command === 'direct') {
  const count = Number(rest[0]);
  const begun = now();
  let length = 0;
  for (let i = 0; i < count; i++) length += hello('Greg').length;
  console.log(Number(now() - begun) / 1000 / count);
  if (!length) process.exit(1);
} else if (command === 'serve') {
  const server = xmlrpc.createServer({ host: '127.0.0.1', port: 0 }, () => {
    console.log('http://127.0.0.1:' + server.httpServer.address().port + '/RPC2');
  });
  server.on('hello', (err, params, callback) => callback(null, hello(params[0])));
} else {
  const [url, way, count] = rest;
  const client = xmlrpc.createClient(url);
  client.options.agent = new http.Agent({ keepAlive: way === 'connected', maxSockets: 1 });
  const times = [];
  const next = () => {
    if (times.length === Number(count)) {
      print(times);
      process.exit(0);
    }
    const begun = now();
    client.methodCall('hello', ['Greg'], (error, value) => {
      if (error || value !== 'Hello, Greg!') throw error || new Error(value);
      times.push(now() - begun);
      next();
    });
  };
  next();
}
