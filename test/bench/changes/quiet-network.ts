/** A network of so many people, none of whom changes, in a process of its own, since only the graph's CPU is measured. Prints its URL. */
import { stdout } from 'node:process';
import { ChangingNetwork } from '../../support/changing-network.ts';
import { randomFrom } from '../../support/random.ts';

const [, , people] = process.argv;
const random = randomFrom(1);
const network = new ChangingNetwork(2);
const connectors = Array.from({ length: 20 }, () => network.addConnector());
for (let at = 0; at < Number(people); at += 1) {
  const someone = () => connectors[Math.floor(random() * connectors.length)] ?? '';
  network.join(Date.now() - 1e9 - random() * 1e10, [...new Set([someone(), someone()])]);
}
stdout.write(`${await network.listen()}\n`);
