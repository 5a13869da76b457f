import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createProcessMetrics } from '../../src/adapters/process-metrics.ts';
import { readConfig } from '../../src/config/config.ts';
import { sharingMetrics } from '../../src/http/routes/health/sharing-metrics.ts';
import { findProgram } from '../redis/redis-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp } from '../support/test-app.ts';

const folder = fileURLToPath(new URL('../../packaging/service', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const secret = Buffer.alloc(32, 7).toString('base64');

/** The values that compose.yaml asks for. */
const asked: Readonly<Record<string, string>> = {
  ROOMTONE_DOMAIN: 'music.example.org',
  POSTGRES_PASSWORD: 'geheim',
  REDIS_PASSWORD: 'geheim',
  ROOMTONE_JWT_KEY: secret,
  ROOMTONE_METRICS_TOKEN: 'geheim',
  ROOMTONE_UDP_ADDRESSES: '203.0.113.5',
};

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}

function composeServices(): Readonly<Record<string, Service>> {
  const text = read('compose.yaml').replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    expect(asked).toHaveProperty(name);
    return asked[name] ?? '';
  });
  return parse(text, { merge: true }).services;
}

test('S31.10: compose.yaml starts two servers with settings that the server accepts, each with its own UDP port and data', () => {
  const services = composeServices();
  expect(Object.keys(services)).toEqual(['server-1', 'server-2', 'caddy', 'database', 'redis']);
  const servers = [services['server-1'], services['server-2']];
  const configs = servers.map((server) => readConfig(server?.environment ?? {}).config);
  expect(configs.map(({ udp }) => udp.port)).toEqual([7421, 7422]);
  expect(configs.map(({ instance }) => instance)).toEqual(['server-1', 'server-2']);
  for (const [index, server] of servers.entries()) {
    const { port } = configs[index]?.udp ?? {};
    expect(server?.ports).toEqual([`${port}:${port}/udp`]);
    expect(server?.volumes).toEqual([`server-${index + 1}:/data`, 'pictures:/pictures']);
    expect(configs[index]).toMatchObject({ avatarDir: '/pictures', publicUrl: 'https://music.example.org' });
  }
  const { volumes, networks: allNetworks } = parse(read('compose.yaml'), { merge: true });
  const named = Object.values(services).flatMap((service) => service.volumes ?? []);
  const names = named.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
  expect(new Set(names)).toEqual(new Set(Object.keys(volumes)));
  for (const service of Object.values(services)) {
    const { networks: used = [] } = service;
    expect(Object.keys(allNetworks)).toEqual(Array.isArray(used) ? used : Object.keys(used));
    for (const needed of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(needed);
  }
  // Prometheus asks each of them.
  const addresses = servers.map((server) => {
    const networks = server?.networks as Readonly<Record<string, { readonly ipv4_address: string }>> | undefined;
    return `${networks?.['roomtone']?.ipv4_address}:7420`;
  });
  expect(parse(read('prometheus.yaml')).scrape_configs[0].static_configs[0].targets).toEqual(addresses);
  // Only the proxy and the datagrams are reached from outside.
  expect([services['database']?.ports, services['redis']?.ports]).toEqual([undefined, undefined]);
});

test('S31.10: the Kubernetes manifest has settings that the server accepts, and asks the right addresses for its state', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
  expect(documents.map(({ kind }) => kind)).toEqual([
    'Secret',
    'ConfigMap',
    'PersistentVolumeClaim',
    'Deployment',
    'Service',
    'NetworkPolicy',
    'Ingress',
  ]);
  const [secrets, settings, claim, deployment, service, policy, ingress] = documents;
  const env = { ...secrets.stringData, ...settings.data, ROOMTONE_JWT_KEY: secret, ROOMTONE_INSTANCE: 'pod-1' };
  expect(readConfig(env).secrets.redisUrl).toMatch(/^rediss:/);
  const { template, selector } = deployment.spec;
  const [container] = template.spec.containers;
  expect(container.readinessProbe.httpGet.path).toBe('/health/ready');
  expect(container.livenessProbe.httpGet.path).toBe('/health');
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(service.spec.selector).toEqual(selector.matchLabels);
  expect(policy.spec.podSelector).toEqual(selector);
  // The Service's own variables begin with ROOMTONE_, too.
  expect(template.spec).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: false });
  expect(template.spec.volumes[1].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
  const [rule] = ingress.spec.rules;
  expect(`https://${rule.host}`).toBe(env.ROOMTONE_PUBLIC_URL);
  expect(rule.http.paths[0].backend.service.name).toBe(service.metadata.name);
  // A pod must not be killed while it drains.
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + 10);
});

test('S31.10: Caddy accepts its file, and it names the servers of compose.yaml', ({ skip }) => {
  const text = read('Caddyfile');
  for (const name of ['server-1:7420', 'server-2:7420']) expect(text).toContain(name);
  expect(text).toContain('health_uri /health/ready');
  const caddy = findProgram('caddy');
  if (caddy === undefined) skip('needs Caddy: apt-get install caddy');
  const args = ['validate', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  const env = { ...process.env, ...asked, HOME: temporaryDirectory() };
  const { status, stdout, stderr } = spawnSync(caddy ?? '', args, { env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('Valid configuration')]);
  expect(stderr).not.toContain('"level":"error"');
});

test('S31.10: alerts and dashboard are valid, and ask for figures that the server has', async ({ skip }) => {
  const promtool = findProgram('promtool');
  if (promtool === undefined) skip('needs promtool: apt-get install prometheus');
  const check = (args: readonly string[], cwd = folder) =>
    execFileSync(promtool ?? '', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(check(['check', 'rules', 'prometheus-alerts.yaml'])).toContain('SUCCESS');
  expect(check(['test', 'rules', 'prometheus-alerts.test.yaml'])).toContain('SUCCESS');
  const copy = temporaryDirectory();
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, 'metrics-token'), 'geheim');
  expect(check(['check', 'config', 'prometheus.yaml'], copy)).toContain('SUCCESS');

  const dashboard = JSON.parse(read('grafana-dashboard.json'));
  const expressions: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'roomtone')),
  );
  const groups = [{ name: 'dashboard', rules: expressions.map((expr, index) => ({ record: `panel:${index}`, expr })) }];
  writeFileSync(join(copy, 'dashboard.yaml'), JSON.stringify({ groups }));
  expect(check(['check', 'rules', 'dashboard.yaml'], copy)).toContain(`${expressions.length} rules found`);

  const { call } = await createTestApp({ deps: { processMetrics: createProcessMetrics() } });
  const ofSharing = await sharingMetrics({ redisAnswers: () => true, clockOffsetUs: () => 0 }).metrics();
  const figures = (await call('GET', '/metrics')).text + ofSharing;
  const known = Array.from(figures.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name);
  const alerts: string[] = parse(read('prometheus-alerts.yaml')).groups[0].rules.map(
    ({ expr }: { expr: string }) => expr,
  );
  for (const expression of [...expressions, ...alerts]) {
    for (const [name] of expression.matchAll(/\b(roomtone|process|nodejs)_\w+/g)) {
      expect(known, expression).toContain(name.replace(/_(bucket|count|sum)$/, ''));
    }
  }
});
