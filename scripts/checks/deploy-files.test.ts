import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const deploy = join(root, 'deploy')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const linesOf = (path: string): string[] =>
  read(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const service = z.object({
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  volumes: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
})
const composeFile = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.object({ file: z.string() })).default({}),
})
const compose = (name: string) => composeFile.parse(parse(read(`deploy/${name}`), { merge: true }))

it.each(['compose.yaml', 'compose.cluster.yaml'])('%s names only what there is', (name) => {
  const { services, volumes, secrets } = compose(name)
  const all = Object.values(services)
  const built = all.filter(({ build }) => build !== undefined)
  expect(built.length).toBeGreaterThan(0)
  for (const { build, ...limits } of built) {
    expect(existsSync(resolve(deploy, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true)
    expect(limits).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  }
  for (const source of all.flatMap((each) => each.volumes.map((mount) => mount.split(':')[0] ?? '')))
    expect(source.startsWith('./') ? existsSync(join(deploy, source)) : source in volumes).toBe(true)
  for (const secret of all.flatMap((each) => each.secrets)) expect(secrets).toHaveProperty(secret)
})

it('one node needs one volume, and no secret', () => {
  const { services, volumes, secrets } = compose('compose.yaml')
  expect([Object.keys(services), Object.keys(volumes), Object.keys(secrets)]).toEqual([
    ['antojo'],
    ['data'],
    [],
  ])
})

it('the image is made of what is in the repository', () => {
  const copied = [...read('deploy/Containerfile').matchAll(/--from=build \/srv\/antojo\/(?<path>\S+)/gu)]
  const paths = copied.map(({ groups }) => groups?.['path'] ?? '')
  expect(paths).toContain('apps/server')
  const made = ['node_modules', 'apps/web/dist']
  for (const path of paths)
    expect([path, made.includes(path) || existsSync(join(root, path))]).toEqual([path, true])
})

it('nothing that git ignores, and no secret, is sent to a container build', () => {
  const name = (line: string): string => line.replace(/^\*\*\//u, '').replace(/^\/|\/$/gu, '')
  const ignored = new Set(linesOf('.dockerignore').map(name))
  expect(
    linesOf('.gitignore')
      .map(name)
      .filter((line) => !ignored.has(line)),
  ).toEqual([])
  expect([...ignored]).toEqual(expect.arrayContaining(['.git', 'deploy/secrets', '.env']))
})
