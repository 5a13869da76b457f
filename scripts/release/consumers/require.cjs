// `node require.cjs <address of a server>`: the packages from a CommonJS program.
const { decodeClientFrame } = require('@roomtone/protocol');
const hooks = Object.keys(require('@roomtone/react')).sort();
const { RoomtoneClient, RoomtoneError } = require('@roomtone/sdk');
const { readEvent } = require('@roomtone/sdk');
const { slashCommands } = require('@roomtone/sdk/extras');
const { FakeServer } = require('@roomtone/sdk/testing');

function isRefused(bytes) {
  try {
    decodeClientFrame(bytes);
    return false;
  } catch (error) {
    return error instanceof RoomtoneError;
  }
}

const clients = [new RoomtoneClient({ baseUrl: process.argv[2] }), new FakeServer().client()];
Promise.all(clients.map((client) => client.health())).then((answers) => {
  const statuses = answers.map(({ status }) => status);
  const { type } = readEvent(Uint8Array.of(0xb0, 64, 127));
  console.log(
    JSON.stringify({ statuses, type, commands: slashCommands.length, hooks, isRefused: isRefused(Uint8Array.of(9)) }),
  );
});
