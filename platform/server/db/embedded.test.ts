import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SteadyClient } from './connection-lost.ts'
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts'
import { isRunning } from './data-folder.ts'

let root: string
let folder: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'zhanggui-embedded-'))
  folder = join(root, 'pg')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function ask(server: EmbeddedDatabase, sql: string): Promise<Record<string, unknown>[]> {
  const client = new SteadyClient({ connectionString: server.ownerUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

const start = (): Promise<EmbeddedDatabase> => startEmbedded({ folder, forTests: true })
const postmaster = (): number => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; isRunning(pid) && tries < 1_200; tries += 1) await new Promise(next => setTimeout(next, 50))
  return !isRunning(pid)
}

test('makes a cluster, keeps port and rows over a restart', async () => {
  const first = await start()
  await ask(first, 'create table kept as select 1 as one')
  const settings = await ask(
    first,
    `select current_setting('server_encoding') as encoding, datcollate as collation, current_setting('jit') as jit,
       (select rolsuper from pg_roles where rolname = current_user) as super
     from pg_database where datname = current_database()`,
  )
  expect(settings).toEqual([{ encoding: 'UTF8', collation: 'C.UTF-8', jit: 'off', super: false }])
  await first.stop()
  expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false)
  const second = await start()
  expect(second.port).toBe(first.port)
  expect(await ask(second, 'select one from kept')).toEqual([{ one: 1 }])
  await second.stop()
})

test('a program that is killed takes its database with it, and the next start is clean', async () => {
  const code = `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    await startEmbedded({ folder: ${JSON.stringify(folder)}, forTests: true }); console.log('up'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise(done => child.stdout.once('data', done))
  const pid = postmaster()
  expect(isRunning(pid)).toBe(true)
  child.kill('SIGKILL')
  expect(await gone(pid)).toBe(true)
  const server = await start()
  expect(await ask(server, 'select one from kept')).toEqual([{ one: 1 }])
  await server.stop()
})

test('a server that is killed is started again on its port, alone; three times, then an operator is told', async () => {
  const said: string[] = []
  const server = await startEmbedded({ folder, forTests: true, log: line => said.push(line) })
  const told = async (times: number): Promise<void> => {
    for (const end = Date.now() + 60_000; said.length < times; await new Promise(next => setTimeout(next, 50)))
      if (Date.now() > end) throw new Error(`said no more than: ${said.join('\n')}`)
  }
  // what is left of the first works for some time: the next server has to wait for it
  const busy = ask(server, 'select count(*) from generate_series(1, 20000000)').catch((error: unknown) => error)
  await new Promise(next => setTimeout(next, 100))
  for (const nth of [1, 2, 3]) {
    process.kill(postmaster(), 'SIGKILL')
    await told(nth * 2)
    expect(said.slice(-2)).toEqual(['内置 PostgreSQL 意外停止，正在重新启动', '内置 PostgreSQL 已重新启动'])
    expect(await ask(server, 'select one from kept')).toEqual([{ one: 1 }])
  }
  await busy
  process.kill(postmaster(), 'SIGKILL')
  await told(7)
  expect(said.at(-1)).toMatch(/3 次都没能重新启动.*pg\.log/)
  await expect(ask(server, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
  await server.stop()
})

test('a pid file left by a crash does not stand in the way, also when its number belongs to another program by now', async () => {
  writeFileSync(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n`)
  const server = await start()
  expect(postmaster()).not.toBe(process.pid)
  await server.stop()
})

test('a server that can not start says why', async () => {
  writeFileSync(join(folder, 'postgresql.conf'), 'no_such_setting = 1\n')
  await expect(start()).rejects.toThrow(/没有启动[\s\S]*no_such_setting/)
})
