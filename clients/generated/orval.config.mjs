export default {
  roomtone: {
    input: './openapi.json',
    output: { target: './made/orval.ts', client: 'fetch', baseUrl: 'http://127.0.0.1:7420' },
  },
};
