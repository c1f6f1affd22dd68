import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../support/kith.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const chart = join(root, 'deploy/helm/kith');
const schemas = join(root, 'deploy/helm/schemas');

const helm = 'helm.sh/helm/v3/cmd/helm@v3.22.0';
const kubeconform = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0';

/** A Go that can fetch the newer Go that these programs need, which is from 1.21 on. */
const missing = async (): Promise<string | false> => {
  const version = await run('go', ['version']).then(
    ({ stdout }) => / go1\.(\d+)/.exec(stdout)?.[1],
    () => undefined,
  );
  return Number(version ?? 0) >= 21 ? false : 'Go 1.21 or later, which builds Helm and kubeconform, is not installed';
};

describe('the Helm chart', { timeout: 1_200_000, skip: await missing() }, () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  before(async () => {
    directory = await temporaryDirectory();
    const env = { ...process.env, GOBIN: directory.path, GOTOOLCHAIN: 'auto', GOFLAGS: '-buildvcs=false' };
    for (const program of [helm, kubeconform]) await run('go', ['install', program], { env });
  });
  after(() => directory[Symbol.asyncDispose]());

  const render = async (...settings: readonly string[]): Promise<string> => {
    const set = settings.flatMap((setting) => ['--set', setting]);
    const { stdout } = await run(join(directory.path, 'helm'), [
      'template',
      'graph-of-acme',
      chart,
      '--kube-version',
      '1.37.0',
      ...set,
    ]);
    return stdout;
  };

  /** Resolves with the kinds, each with its name; rejects where one does not fit its schema. */
  const judge = async (manifests: string): Promise<readonly string[]> => {
    const file = join(directory.path, 'manifests.yaml');
    await writeFile(file, manifests);
    const location = join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
    const options = ['-strict', '-verbose', '-output', 'json', '-schema-location', location];
    const { stdout } = await run(join(directory.path, 'kubeconform'), [...options, file]).catch(
      (error: { stdout: string }) => {
        throw new Error(error.stdout);
      },
    );
    const { resources }: { resources: readonly { kind: string; name: string; status: string }[] } = JSON.parse(stdout);
    for (const { kind, name, status } of resources) assert.equal(status, 'statusValid', `${kind} ${name}`);
    return resources.map(({ kind, name }) => `${kind} ${name}`).sort();
  };

  const of = (kinds: readonly string[], part: string): readonly string[] =>
    kinds.map((kind) => `${kind} graph-of-acme-${part}`);
  const scaled = ['Deployment', 'HorizontalPodAutoscaler', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];

  it('renders the graph and the service, which fit the schemas of their kinds', async () => {
    const manifests = await render();
    const expected = [...of(scaled, 'graph'), ...of(scaled, 'service'), 'ServiceAccount graph-of-acme'].sort();
    assert.deepEqual(await judge(manifests), expected);
    for (const [text, times] of [
      ['readOnlyRootFilesystem: true', 2],
      ['runAsNonRoot: true', 2],
      ['path: /readyz', 2],
      ['path: /healthz', 4],
      ['value: "http://graph-of-acme-service:4001"', 1],
    ] as const)
      assert.equal(manifests.split(text).length - 1, times, text);
    await run(join(directory.path, 'helm'), ['lint', '--strict', chart]);
  });

  it('renders no service where it is elsewhere, and neither autoscaling nor policies where they are off', async () => {
    const off = ['graph.autoscaling.enabled=false', 'networkPolicy.enabled=false'];
    const manifests = await render('service.upstreamUrl=https://data.example', ...off);
    const expected = [...of(['Deployment', 'PodDisruptionBudget', 'Service'], 'graph'), 'ServiceAccount graph-of-acme'];
    assert.deepEqual(await judge(manifests), expected.sort());
    assert.match(manifests, /replicas: 2/);
    assert.match(manifests, /value: "https:\/\/data\.example"/);
  });

  it('refuses a value that it does not know, and a manifest with a member that Kubernetes does not know', async () => {
    await assert.rejects(render('graph.replica=3'), /replica/);
    const manifests = await render();
    await assert.rejects(judge(manifests.replace('readinessProbe:', 'readynessProbe:')), /readynessProbe/);
  });

  it('has no schema of a kind that it does not use', async () => {
    const kinds = new Set((await judge(await render())).map((resource) => resource.split(' ')[0]?.toLowerCase()));
    const files = (await readdir(schemas)).filter((name) => name.endsWith('.json'));
    assert.deepEqual(new Set(files.map((name) => name.split('-')[0])), kinds);
  });
});
