/**
 * Another person's list call while a list is imported, and while a list is exported, both in the same process: how much slower it is than
 * alone.
 */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { readAnswer } from './child.ts'
import { monthsFilled } from './fill.ts'
import { median, ms, quantile, type Figure } from './figures.ts'
import type { ServerAnswer } from './http-server.ts'
import { listPath, listQueries } from './list.ts'
import { storedUpload } from './list-import.ts'
import type { LatencyTask } from './latency-server.ts'
import type { Options } from './options.ts'
import type { Place } from './place.ts'
import { productMapping, writeProductsFile } from './products-file.ts'

const part = 'latency'
const aloneMs = 8_000
/** between two calls of a person who works quickly */
const betweenMs = 20
const slowerMsMax = 50

export async function latencyPart(place: Place, { listRows }: Options): Promise<Figure[]> {
  const path = join(place.address.dataDir, 'products.xlsx')
  await writeProductsFile(path, listRows, Date.now().toString(36))
  const fileId = await storedUpload(place, path, '商品.xlsx')
  await rm(path)
  const task: LatencyTask = { ...place.address, ownerUrl: place.ownerUrl }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'latency-server.ts'), JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  try {
    const { port } = await readAnswer<ServerAnswer>(child)
    const call = caller(port)
    const { access_token: token } = (await call('/auth/user/login', { username: 'admin', password: 'demo1234' })) as {
      access_token: string
    }
    const asAdmin = caller(port, token)
    const [query = {}] = await listQueries(place)
    const list = (): Promise<unknown> => asAdmin(listPath, query)
    const sample = async (isOver: () => Promise<boolean> | boolean): Promise<number[]> => {
      const took: number[] = []
      for (let asked = 0; ; asked += 1) {
        const began = performance.now()
        await list()
        took.push(performance.now() - began)
        if (asked % 10 === 9 && (await isOver())) return took
        await pause(betweenMs)
      }
    }
    const until = (taskId: string) => async (): Promise<boolean> => {
      const { rows } = await place.owner.query<{ state: number; message: string | null }>('select state, message from task where id = $1', [
        taskId,
      ])
      if ((rows[0]?.state ?? 0) > 2) throw new Error(`the task ended otherwise than expected: ${JSON.stringify(rows[0])}`)
      return rows[0]?.state === 2
    }
    const aloneFor = (forMs: number) => {
      const end = performance.now() + forMs
      return () => performance.now() > end
    }
    await sample(aloneFor(aloneMs / 4))
    const alone = await sample(aloneFor(aloneMs))
    const imported = (await asAdmin('/productManage/importData', { fileIds: [fileId], mappings: { [fileId]: productMapping } })) as {
      taskId: string
    }
    const duringImport = await sample(until(imported.taskId))
    const exported = (await asAdmin('/AmazonTransactionReport/listExport', {
      headers: [],
      fields: [],
      query: { startDate: firstOfMonth(monthsFilled[0] ?? ''), endDate: lastOfMonth(monthsFilled.at(-1) ?? '') },
      async: true,
    })) as { taskId: string }
    const duringExport = await sample(until(exported.taskId))
    return [
      figure(`an import of ${listRows.toLocaleString('en')} rows`, duringImport, alone),
      figure('an export of all transactions', duringExport, alone),
    ]
  } finally {
    child.stdin.end()
    await ended
  }
}

function figure(what: string, during: readonly number[], alone: readonly number[]): Figure {
  const slower = Math.max(median(during) - median(alone), quantile(during, 0.95) - quantile(alone, 0.95))
  return {
    part,
    what: `another person's list during ${what}, p50 / p95 of ${during.length} calls, against alone`,
    value: `${ms(median(during))} / ${ms(quantile(during, 0.95))}`,
    against: `${ms(median(alone))} / ${ms(quantile(alone, 0.95))}`,
    ratio: `+${ms(Math.max(0, slower))}`,
    aim: '<= +50 ms',
    met: slower <= slowerMsMax,
  }
}

type Caller = (path: string, body: object) => Promise<unknown>
const caller =
  (port: number, token?: string): Caller =>
  async (path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api-2024${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown }
    if (code !== 0) throw new Error(`${path}: ${code} ${msg}`)
    return data
  }
