// A receiver of webhooks in a process of its own, to be killed. When it is told a port it listens there; each message is
// written to a file before it is answered: its id, its seq, and whether another request was open at the same time.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', delay = '0'] = process.argv.slice(2);
let open = 0;

const server = createServer((request, response) => {
  open += 1;
  const isAlone = open === 1;
  response.once('close', () => {
    open -= 1;
  });
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    appendFileSync(file, `${request.headers['webhook-id']} ${data.seq} ${isAlone}\n`);
    setTimeout(() => response.writeHead(204).end(), Number(delay));
  });
});

process.stdin.once('data', (port) => {
  server.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
});
