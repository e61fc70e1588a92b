/** What the fuzzer asks: the whole house over HTTP, with people of every kind, made anew when its people can no longer sign in. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { RELATIVE_CONDITIONS } from '#platform/format/date-ranges.ts'
import { createApp } from '#platform/server/http/app.ts'
import { openScopeHouse, type ScopeHouse, type Who } from '../scope/house.ts'
import { plantNumbers } from './planted.ts'
import type { Document, Request } from './requests.ts'
import type { Vocabulary } from './values.ts'

export interface Answer {
  /** 0: the connection ended without an answer */
  readonly status: number
  readonly body: string
}
export interface FuzzTarget {
  readonly document: Document
  /** words that mean something: ids that are there, names of lists, fields, measures */
  readonly words: Vocabulary
  send(request: Request): Promise<Answer>
  /** numbers of people, which no answer may hold */
  readonly planted: readonly string[]
  /** the newest defects of the log, by request id */
  readonly defects: ReadonlyMap<string, string>
  /** signs in again whoever was signed out; false: somebody can't */
  isWell(): Promise<boolean>
  close(): Promise<void>
}

const people: readonly Who[] = ['admin', 'boss', 'keen', 'sales', 'stranger', 'nobody']
/** the first and the last day that there is */
const edges = ['0001-01-01', '9999-12-31']
const defectsKept = 200
const answerMsMax = 60_000

/** A build of the browser's program, as far as addresses are concerned. */
function webFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-fuzz-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>掌柜</title>')
  writeFileSync(join(folder, 'assets/a.js'), '1')
  return folder
}

export async function openFuzzTarget(): Promise<FuzzTarget> {
  const house = await openScopeHouse()
  const planted = await plantNumbers(house)
  const defects = new Map<string, string>()
  const keep = (line: string): void => {
    const { requestId, err } = JSON.parse(line) as { requestId?: string; err?: { message?: string; stack?: string } }
    if (requestId === undefined) return
    defects.set(requestId, err?.stack?.split('\n').slice(0, 6).join('\n') ?? line)
    for (const oldest of defects.keys()) if (defects.size > defectsKept) defects.delete(oldest)
  }
  const folder = webFolder()
  const log = pino({ level: 'error' }, { write: keep })
  const app = createApp({ ...house.house, log }, { webFolder: folder, callsPerMinute: 1_000_000_000 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const agent = new Agent({ keepAlive: true })
  const tokens = new Map<Who, string>()
  const call = async (request: Request): Promise<Answer> => {
    const token = request.who === null ? undefined : tokens.get(request.who)
    const headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...request.headers }
    return new Promise(resolve => {
      const length = request.body === null ? {} : { 'content-length': Buffer.byteLength(request.body) }
      const asked = ask(
        { port, host: '127.0.0.1', agent, method: request.method, path: request.path, headers: { ...headers, ...length } },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          const end = (): void => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })
          answer.once('end', end).once('error', end)
        },
      )
      asked.setTimeout(answerMsMax, () => asked.destroy(new Error('no answer in time')))
      asked.once('error', error => resolve({ status: 0, body: String(error) }))
      asked.end(request.body ?? undefined)
    })
  }
  const signIn = async (who: Who): Promise<boolean> => {
    await house.rows('delete from login_failure')
    const body = JSON.stringify({ username: who, password: house.demo.password })
    const { body: said } = await call({
      method: 'POST',
      path: '/api-2024/auth/user/login',
      headers: { 'content-type': 'application/json' },
      body,
      who: null,
    })
    const { data } = JSON.parse(said) as { data?: { access_token?: string } | null }
    if (typeof data?.access_token !== 'string') return false
    tokens.set(who, data.access_token)
    return true
  }
  const isWell = async (): Promise<boolean> => {
    await house.rows('delete from login_failure')
    await house.rows('delete from login_captcha')
    for (const who of people) {
      const { body } = await call({ method: 'GET', path: '/api-2024/system/userprofile', headers: {}, body: null, who })
      if ((JSON.parse(body) as { code: number }).code !== 0 && !(await signIn(who))) return false
    }
    return true
  }
  if (!(await isWell())) throw new Error('somebody of the demo company can not sign in')
  /** Whoever was signed out by one of the calls signs in again; one at a time, however many calls have met it. */
  const again = new Map<Who, Promise<boolean>>()
  const send = async (request: Request): Promise<Answer> => {
    const answer = await call(request)
    if (answer.status !== 401 || request.who === null || request.headers['authorization'] !== undefined) return answer
    const signingIn = again.get(request.who) ?? signIn(request.who).finally(() => again.delete(request.who as Who))
    again.set(request.who, signingIn)
    await signingIn
    return answer
  }
  const { body } = await call({ method: 'GET', path: '/api-2024/openapi.json', headers: {}, body: null, who: null })
  return {
    document: JSON.parse(body) as Document,
    words: vocabularyOf(house),
    send,
    planted,
    defects,
    isWell,
    close: async () => {
      agent.destroy()
      await app.close()
      await house.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function vocabularyOf({ house: { registry }, demo, shopsOf }: ScopeHouse): Vocabulary {
  const resources = [...registry.resources.values()]
  const ids = ['1', '2', '3', '4', '7', '11', '30', ...shopsOf(0).slice(0, 2)]
  const fields = [...new Set(resources.filter(r => r.type !== undefined).flatMap(r => Object.keys(r.fields)))]
  const reports = [...registry.reports.values()]
  const conditions = ['EQ', 'NE', 'LIKE', 'START', 'IN', 'NOT_IN', 'GT', 'LE', 'BETWEEN', 'EMPTY', ...RELATIVE_CONDITIONS.slice(0, 2)]
  const idNames = resources.flatMap(r =>
    Object.entries(r.fields).flatMap(([name, f]) => (f.kind === 'reference' && f.by === undefined ? [name] : [])),
  )
  const words = new Map<string, readonly unknown[]>([
    ['type', [...registry.types.keys(), ...reports.map(one => one.name), 'IMPORT', 'IMAGE']],
    ['field', fields],
    ['sortField', fields],
    // as many heads as fields
    ['headers', [[]]],
    ['fields', [[]]],
    ['condition', conditions],
    ['orderBy', ['ASC', 'DESC']],
    ['username', ['admin', 'nobody-here', 'constructor']],
    ['password', [demo.password, 'x']],
    ['measure', ['ledger', 'sales', 'profit', 'toString']],
    ['by', ['shop', 'sku', 'product', 'month', 'day', 'marketplace', 'constructor']],
    ['version', [1, 2]],
    // a condition that is none, as JSON in an address and as itself
    ['conditionList', [[null], '[null]', [0], ['id'], [[]], [{}], [{ field: null }]]],
    ['orderByList', [[null], '[null]', [0], [{}]]],
    ...['month', 'yearMonth', 'validFrom'].map(name => [name, ['2026-02', '2026-03', '2026-3', '0001-01', '9999-12']] as const),
    ...['startDate', 'from', 'date', 'day'].map(name => [name, ['2026-01-01', '2026-02-27', '2026-02-30', ...edges]] as const),
    ...['endDate', 'to'].map(name => [name, ['2026-03-31', '2026-03-02', '2027-02-29', ...edges]] as const),
    ['year', [2026, '2026', '0001', '9999', 9999]],
  ])
  for (const name of [
    'id',
    'ids',
    'taskId',
    'fileIds',
    'fileId',
    'profileId',
    'kindId',
    'batchId',
    'shopIds',
    'deptIds',
    'employeeIds',
    'roleId',
    ...idNames,
  ])
    words.set(name, ids)
  return words
}
