/** Loaded before `kith`: the process is killed at once after its `KITH_TEST_COMMIT`th commit. */
import process from 'node:process';
import { Client } from 'pg';

const nth = Number(process.env.KITH_TEST_COMMIT);
let commits = 0;

const { query } = Client.prototype;
Client.prototype.query = function (this: Client, ...given: unknown[]): unknown {
  const answer: unknown = Reflect.apply(query, this, given);
  const [asked] = given;
  const text = typeof asked === 'string' ? asked : Object(asked).text;
  if (text === 'commit' && answer instanceof Promise)
    return answer.then((result: unknown) => {
      commits += 1;
      if (commits === nth) process.kill(process.pid, 'SIGKILL');
      return result;
    });
  return answer;
} as typeof query;
