// validator1 on the npm package xmlrpc. The first argument is the folder of the packages.
'use strict';
const assert = require('assert');
const path = require('path');
const [modules, command, url] = process.argv.slice(2);
const xmlrpc = require(path.join(modules, 'xmlrpc'));

const DATE = new Date(1998, 6, 17, 14, 8, 55);
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

function entities(...counts) {
  const names = ['LeftAngleBrackets', 'RightAngleBrackets', 'Ampersands', 'Apostrophes', 'Quotes'];
  return Object.fromEntries(names.map((name, place) => ['ct' + name, counts[place]]));
}

const easy = (it) => it.moe + it.larry + it.curly;
const times = (number) => ({ times10: number * 10, times100: number * 100, times1000: number * 1000 });

const METHODS = {
  arrayOfStructsTest: (structs) => structs.reduce((sum, it) => sum + it.curly, 0),
  countTheEntities: (text) => entities(...['<', '>', '&', "'", '"'].map((it) => text.split(it).length - 1)),
  easyStructTest: easy,
  echoStructTest: (it) => it,
  manyTypesTest: (...values) => values,
  moderateSizeArrayCheck: (strings) => strings[0] + strings[strings.length - 1],
  nestedStructTest: (calendar) => easy(calendar['2000']['04']['01']),
  simpleStructReturnTest: times,
};

function serve() {
  const server = xmlrpc.createServer({ host: '127.0.0.1', port: 0 }, () => {
    console.log('http://127.0.0.1:' + server.httpServer.address().port + '/RPC2');
  });
  for (const [name, method] of Object.entries(METHODS)) {
    server.on('validator1.' + name, (error, params, callback) => callback(null, method(...params)));
  }
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
}

async function check() {
  const client = xmlrpc.createClient(url);
  const call = (name, params) => new Promise((done) => {
    try {
      client.methodCall('validator1.' + name, params, (error, value) => done(error || value));
    } catch (error) {
      done(error);
    }
  });
  const ask = async (name, ...pairs) => {
    let said = 'ok';
    for (const [params, expected] of pairs) {
      const got = await call(name, params);
      try {
        assert.deepStrictEqual(got, expected);
      } catch {
        said = got instanceof Error ? got.message.split('\n')[0] : JSON.stringify(got);
      }
    }
    console.log(name, said);
  };
  const stooges = (moe, larry, curly) => ({ moe, larry, curly });

  const array = [stooges(1, 2, -4), stooges(0, -1, 2147483647), stooges(3, 3, -2147483640)];
  const struct = {
    '': '', 'a <&> é': {}, list: [[], -1, true, 0.1, { deep: [{ k: '😀' }] }], date: DATE, bytes: BYTES, space: ' \t\n ',
  };
  const many = [-2147483648, false, '', -12.5, DATE, BYTES];
  const more = [5, true, '<&>"\' ]]> é 中 😀', 0.1, DATE, Buffer.alloc(0)];
  const numbers = (last) => Array.from({ length: last }, (_, number) => number + 1);
  const name = (number) => String(number).padStart(2, '0');
  const days = Object.fromEntries(numbers(31).map((day) => [name(day), stooges(-day, 5, 10 * day)]));
  const calendar = { 2000: Object.fromEntries(numbers(12).map((month) => [name(month), days])) };

  await ask('arrayOfStructsTest', [[[]], 0], [[array], 3]);
  await ask('countTheEntities', [[''], entities(0, 0, 0, 0, 0)], [['<<>&\'"" ]]> é 😀\n'], entities(2, 2, 1, 1, 2)]);
  await ask('easyStructTest', [[stooges(-1, -2147483640, 5)], -2147483636]);
  await ask('echoStructTest', [[{}], {}], [[struct], struct]);
  await ask('manyTypesTest', [many, many], [more, more]);
  await ask('moderateSizeArrayCheck', [[['😀 & ', ...Array(198).fill(''), ' <é>']], '😀 &  <é>']);
  await ask('nestedStructTest', [[calendar], 14]);
  await ask('simpleStructReturnTest', [[-7], times(-7)]);
}

function version() {
  console.log(require(path.join(modules, 'xmlrpc/package.json')).version);
}

({ serve, check, version })[command]();
