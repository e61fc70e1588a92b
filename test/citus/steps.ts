/** What people do in a quarter, step by step, with what each step answered: the same on one machine and on several. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveFinance } from '#areas/finance/amazon/profit/proof.ts'
import { verifyTrail } from '#platform/server/audit/verify.ts'
import { backUp } from '#platform/server/backup/back-up.ts'
import { restore } from '#platform/server/backup/restore.ts'
import { readMigrations } from '#platform/server/db/migrate.ts'
import { runtimeRole } from '#platform/server/db/roles.ts'
import { declaredTables, migrationsFolder } from '../../product.ts'
import { german, inGermany, orders, report, settled, settlement } from '../setup/amazon-files.ts'
import type { ImportHouse } from '../setup/amazon-imports.ts'

export interface Done {
  readonly step: string
  readonly answer: unknown
}

const march = { startDate: '2025-03-01', endDate: '2025-03-31' }
const now = new Date('2026-11-21T01:00:00Z')
/** differ from run to run: the clock of the database, what was drawn by chance */
const passing = /^(?:createdAt|updatedAt|startedAt|finishedAt|mergedAt|uploadedAt|storageKey|token|elapsed.*|requestId|reqId|batchId|hash|head)$/

/** Without what differs from run to run. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !passing.test(name))
      .map(([name, inner]) => [name, lasting(inner)]),
  )
}
/** A page of rows is told by their number and a hash, so that a difference is one line. */
const print = (value: unknown): string => createHash('sha256').update(JSON.stringify(lasting(value) ?? null)).digest('hex').slice(0, 16)

/** Every list of the product that answers without being asked for something, as its boss sees it. */
async function readEverything(h: ImportHouse, at: string): Promise<Done[]> {
  const done: Done[] = []
  const paths = h.house.registry.routes.filter(r => r.method === 'POST' && r.verb === 'list').map(r => r.path)
  for (const path of paths.toSorted()) {
    const { code, data } = await h.boss.post(path, { pageNum: 1, pageSize: 50, ...march })
    done.push({ step: `${at}: ${path}`, answer: { code, total: data?.total, page: print(data?.list), totals: lasting(data?.totals) } })
  }
  const measures = ['productSales', 'units', 'productCost', 'unmapped']
  for (const currency of ['shop', 'CNY']) {
    for (const by of [['shop'], ['month'], ['sku'], ['shop', 'sku', 'month']]) {
      const { code, data } = await h.boss.post('/AmzFinanceProfit/list', { by, ...march, currency })
      done.push({ step: `${at}: profit by ${by.join()} in ${currency}`, answer: { code, page: print(data) } })
    }
    for (const measure of measures) {
      const { code, data } = await h.boss.post('/AmzTransaction/detailList', { measure, ...march, currency, where: {} })
      done.push({ step: `${at}: lines of ${measure} in ${currency}`, answer: { code, total: data?.total, figure: data?.figure, page: print(data) } })
    }
  }
  return done
}

/** Drives a fresh house; each step's answer, in order. */
export async function driven(h: ImportHouse): Promise<Done[]> {
  const done: Done[] = []
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    done.push({ step: name, answer: lasting(await work()) })
  }
  const call = (name: string, path: string, body: object): Promise<void> =>
    step(name, async () => {
      const { code, msg, data } = await h.clerk.post(path, body)
      return { code, msg, data }
    })
  const firstIds = async (path: string, more: object = march): Promise<string[]> =>
    (await h.clerk.post(path, { pageNum: 1, pageSize: 3, ...more })).data.list.map((row: { id: string }) => row.id)

  await readEverything(h, 'before anything')
  const imported: Record<string, string> = {}
  const files: readonly (readonly [string, string])[] = [
    ['transactions', report(orders(0, 40))],
    ['the same again', report(orders(0, 40))],
    ['more of them', report(orders(30, 60))],
    ['of another marketplace', report(inGermany(orders(0, 12)), german)],
    ['a settlement', settlement(settled(0, 20))],
    ['no report at all', 'a,b\n1,2\n'],
  ]
  for (const [name, content] of files)
    await step(`import: ${name}`, async () => {
      const details = await h.import(`${name}.csv`, content)
      imported[name] = details.id
      return details
    })
  await step('books', () => h.ledger(march.startDate, march.endDate))
  done.push(...(await readEverything(h, 'after the imports')))

  const marked = await firstIds('/AmazonTransactionReport/list')
  for (const audit of [1, 1, 0])
    await call(`audit ${audit}`, '/AmazonTransactionReport/batchAudit', { ids: marked, audit })
  await call('audit what is not there', '/AmazonTransactionReport/batchAudit', { ids: [...marked, 'nothing'], audit: 1 })

  const rates = await firstIds('/currencyManage/list', {})
  await call('batch edit', '/currencyManage/batchUpdate', { ids: rates, changes: { rate: '6.9' } })
  await step('undo of the batch', async () => {
    const { data } = await h.clerk.post('/currencyManage/batchUpdate', { ids: rates, changes: { rate: '7.1' } })
    const { code, data: undone } = await h.clerk.post('/currencyManage/undo', { batchId: data?.batchId })
    return { code, undone }
  })
  await call('a record is added', '/ProductCost/insert', { productId: '1', month: '2025-03', unitCost: '3.5', currency: 'CNY' })
  const costs = await firstIds('/ProductCost/list', { order: 'DESC' })
  await call('records are deleted', '/ProductCost/delete', { ids: costs.slice(0, 1) })

  for (const path of ['/AmazonTransactionReport/listExport', '/AmzSettlement/lineExport', '/AmzFinanceProfit/export'])
    await step(`export ${path}`, async () => {
      const body = path.startsWith('/AmzFinance') ? { by: ['shop'], currency: 'shop', ...march } : { ...march, format: 'csv' }
      const bytes = await h.download(path, body)
      return path.startsWith('/AmzFinance') ? bytes.length > 0 : bytes.toString()
    })

  await call('months', '/financeMonth/months', {})
  for (const name of ['check', 'close', 'reopen']) await call(`month: ${name}`, `/financeMonth/${name}`, { month: '2025-03' })
  await step('what closed months hold', () => h.sql('select month::text, state, profit::text from finance_month order by 1'))

  await call('an import is taken back', '/fileImportHistory/delete', { id: imported['more of them'] })
  await call('a settlement is taken back', '/fileImportHistory/delete', { id: imported['a settlement'] })
  await step('books without them', () => h.ledger(march.startDate, march.endDate))
  done.push(...(await readEverything(h, 'after all')))
  await step('proof', async () => proveFinance(await h.house.asSystem(h.orgId, 'proof')))
  await step('trail', async () => (await verifyTrail(h.house.unscoped('verify'))).faults)
  done.push(...(await backedUp(h)))
  return done
}

/** Into an archive and back over itself; everything is read once more. */
async function backedUp(h: ImportHouse): Promise<Done[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-driver-'))
  const path = join(folder, 'all.tar.gz')
  try {
    const saved = await backUp({ ownerUrl: h.ownerUrl, files: h.house.files, path, now })
    const migrations = readMigrations(migrationsFolder)
    const ask = { path, ownerUrl: h.ownerUrl, role: runtimeRole, migrations, files: h.house.files, tables: declaredTables, force: true }
    const { rows, files, missing } = await restore(ask)
    return [
      { step: 'backup', answer: { files: saved.files, missing: saved.missing } },
      { step: 'restore', answer: { same: rows === saved.rows, files, missing } },
      ...(await readEverything(h, 'after the restore')),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
