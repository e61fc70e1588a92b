/** What people do in a quarter, step by step, with what each step answered: the same on one machine and on several. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveFinance } from '#areas/finance/profit/report/proof.ts'
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
/** a page that holds every row of the driver's lists */
const pageRows = 200
const now = new Date('2026-11-21T01:00:00Z')
/**
 * differ from run to run: the clock of the database, what was drawn by chance, numbers of kinds (in which order a file's are found is
 * chance)
 */
const passing =
  /^(?:createdAt|updatedAt|startedAt|finishedAt|mergedAt|uploadedAt|storageKey|token|elapsed.*|requestId|reqId|batchId|kindId|hash|head)$/

/** Without what differs from run to run, names in order: labels are read at once and come as they come. */
export function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !passing.test(name) && !(name === 'id' && /^\d+$/.test(String(inner))))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, lasting(inner)]),
  )
}
/** Rows as lines in an order of their own: which of two equal ones comes first is chance, and a difference is one line. */
export const linesOf = (rows: unknown): readonly string[] =>
  Array.isArray(rows) ? rows.map(row => JSON.stringify(lasting(row))).toSorted() : []

/** Every list of the product that answers without being asked for something, as its boss sees it. */
async function readEverything(h: ImportHouse, at: string): Promise<Done[]> {
  const done: Done[] = []
  const lists = h.house.registry.routes.filter(r => r.method === 'POST' && r.verb === 'list')
  for (const { path, resource } of lists.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    // all rows at once: where equal ones are cut in two pages is chance
    const { code, data } = await h.boss.post(path, { pageNum: 1, pageSize: pageRows, ...(resource?.bound ? march : {}) })
    done.push({ step: `${at}: ${path}`, answer: { code, total: data?.total, rows: linesOf(data?.list), totals: lasting(data?.totals) } })
  }
  const measures = ['productSales', 'units', 'productCost', 'unmapped']
  for (const currency of ['shop', 'CNY']) {
    for (const by of [['shop'], ['month'], ['sku'], ['shop', 'sku', 'month']]) {
      const { code, data } = await h.boss.post('/AmzFinanceProfit/list', { by, ...march, currency })
      done.push({
        step: `${at}: profit by ${by.join()} in ${currency}`,
        answer: { code, rows: linesOf(data?.list), totals: lasting(data?.totals) },
      })
    }
    for (const measure of measures) {
      const { code, data } = await h.boss.post('/AmzTransaction/detailList', { measure, ...march, currency, where: {} })
      done.push({
        step: `${at}: lines of ${measure} in ${currency}`,
        answer: { code, total: data?.total, figure: data?.figure, rows: linesOf(data?.list), sums: data?.sums },
      })
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
  const firstIds = async (path: string, more: object = march): Promise<string[]> => {
    const { code, msg, data } = await h.clerk.post(path, { pageNum: 1, pageSize: 3, ...more })
    if (code !== 0) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`)
    return data.list.map((row: { id: string }) => row.id)
  }

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
  for (const [audit, name] of [
    [1, 'audit'],
    [1, 'audit again'],
    [0, 'audit taken back'],
  ] as const)
    await call(name, '/AmazonTransactionReport/batchAudit', { ids: marked, audit })
  await call('audit what is not there', '/AmazonTransactionReport/batchAudit', { ids: [...marked, 'nothing'], audit: 1 })

  const rates = (await firstIds('/currencyManage/list', {})).map(id => ({ id }))
  await call('batch edit', '/currencyManage/batchUpdate', { ids: rates, changes: { rate: '6.9' } })
  await step('undo of the batch', async () => {
    const { data } = await h.clerk.post('/currencyManage/batchUpdate', { ids: rates, changes: { rate: '7.1' } })
    const { code, data: undone } = await h.clerk.post('/currencyManage/undo', { batchId: data?.batchId })
    return { code, undone }
  })
  await call('a record is added', '/ProductCost/insert', { productId: '1', month: '2025-03', unitCost: '3.5', currency: 'CNY' })
  const costs = await firstIds('/ProductCost/list', {})
  await call('records are deleted', '/ProductCost/delete', { ids: costs.slice(0, 1) })

  const exports: Readonly<Record<string, readonly [fields: readonly string[], query: object]>> = {
    '/AmazonTransactionReport/listExport': [['postedOn', 'orderId', 'total'], march],
    '/AmzSettlement/lineExport': [['postedOn', 'settlementId', 'amount'], march],
    '/AmzFinanceProfit/export': [['shop', 'productSales', 'profit'], { by: ['shop'], currency: 'shop', ...march }],
  }
  for (const [path, [fields, query]] of Object.entries(exports))
    await step(`export ${path}`, async () =>
      (await h.download(path, { headers: fields, fields, query, format: 'csv' })).toString().split(/\r?\n/).toSorted(),
    )

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
