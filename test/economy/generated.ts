/**
 * For tests: a copy of the repository with generated plain resources, added as docs/adding-a-resource.md says: declarations, route lines,
 * menu lines, a line that registers the area, a migration. What it costs to have many of them is measured there (generated.test.ts), by
 * running the copy's own programs.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** resources of one generated area: about what a hand-written one has */
const perArea = 20

/** what a working tree holds beside its sources; packages are linked */
const notCopied = new Set(['node_modules', '.git', 'dist', 'data', 'coverage', 'test-results', 'backups', '.install-lock'])

export function copyOfRepository(folder: string): void {
  for (const name of readdirSync(root).filter(entry => !notCopied.has(entry)))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
}

const two = (n: number): string => String(n).padStart(2, '0')
const nameOf = (area: number, n: number): string => `made${two(area)}${two(n)}`
const tableOf = (area: number, n: number): string => `made_${two(area)}_${two(n)}`

/** Fields and scopes take turns, so that neighbours differ as those of one area do. */
function declaration(area: number, n: number): string {
  const scopes = [`ownOrganisation`, `everybody`, `grantedShopsOrNone`, `ownedBy('keeper_id')`, `granted('warehouse_id', 'warehouses')`]
  const scope = scopes[n % scopes.length]
  const owner = scope === 'everybody' ? 'organisation: false, ' : ''
  const more = [
    `paidOn: date('付款日期', 'Paid on', { optional: true, filter: 'range', sort: true }),`,
    `amount: money('金额', 'Amount', { currency: 'currency', total: true, sort: true }),`,
    `weight: decimal('重量', 'Weight', 3, { min: 0, optional: true, filter: 'range' }),`,
    `isUrgent: flag('加急', 'Urgent', { default: false, filter: 'select' }),`,
    `supplierId: reference('供应商', 'Supplier', 'supplier', { optional: true, filter: 'select' }),`,
    `categoryIds: links('品类', 'Categories', 'product_category', { optional: true, filter: 'select' }),`,
    `note: longText('备注', 'Note', { optional: true }),`,
  ]
  const chosen = [0, 1, 2].map(i => more[(n + i * 2) % more.length])
  return `export const ${nameOf(area, n)} = resource('${tableOf(area, n)}', {
  type: '${nameOf(area, n)}',
  title: ['资料 ${area}-${n}', 'Record ${area}-${n}'],
  access: { scope: ${scope} },
  fields: {
    code: text('编号', 'Code', { max: 30, filter: 'equals', sort: true, editDisabled: true }),
    name: text('名称', 'Name', { max: 100, filter: 'contains', sort: true }),
    status: choice('状态', 'Status', { active: [1, '启用', 'Active'], stopped: [2, '停用', 'Stopped'] }, { default: 1, filter: 'select' }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { default: 'CNY', filter: 'select' }),
    rank: integer('次序', 'Rank', { default: 0, min: 0, max: 9999, sort: true }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select' }),
    warehouseId: reference('仓库', 'Warehouse', 'warehouse', { optional: true, filter: 'select' }),
    keeperId: reference('负责人', 'Keeper', 'employee', { optional: true, filter: 'select' }),
    ${chosen.join('\n    ')}
  },
  list: { sort: { field: 'code', way: 'ASC' } },
  record: { label: 'name' },
  storage: { ${owner}key: ['code'], index: [['code']] },
})`
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

function writeArea(folder: string, area: number, count: number): void {
  const place = join(folder, `areas/made${two(area)}`)
  const names = numbers(count).map(n => nameOf(area, n))
  const builders = 'choice, date, decimal, flag, integer, links, longText, money, reference, referenceBy, text'
  mkdirSync(place, { recursive: true })
  const write = (file: string, ...parts: string[]): void => writeFileSync(join(place, file), `${parts.join('\n')}\n`)
  write(
    'tables.ts',
    `import { ${builders} } from '#platform/declare/fields.ts'`,
    `import { resource } from '#platform/declare/resource.ts'`,
    `import { everybody, granted, grantedShopsOrNone, ownedBy, ownOrganisation } from '#platform/declare/scope.ts'`,
    ...numbers(count).map(n => declaration(area, n)),
    `export const tables = { ${names.join(', ')} }`,
  )
  write(
    'routes.ts',
    `import type { RouteMap } from '#platform/server/area.ts'`,
    `import { batchUpdate, family, imported } from '#platform/server/records.ts'`,
    `import { tables } from './tables.ts'`,
    'export const routes: RouteMap = {',
    ...names.map(
      name =>
        `  ...family('${name}', tables.${name}),\n  ...imported('${name}', tables.${name}),\n  'POST /${name}/batchUpdate': batchUpdate(tables.${name}),`,
    ),
    '}',
  )
  write(
    'index.ts',
    `import { operations } from '#platform/declare/operations.ts'`,
    `import { group, module, page } from '#platform/declare/page.ts'`,
    `import { menuModule, subject } from '#platform/declare/subject.ts'`,
    `import type { Area } from '#platform/server/area.ts'`,
    `import { routes } from './routes.ts'`,
    `import { tables } from './tables.ts'`,
    `const offered = [operations.add, operations.view, operations.edit, operations.remove, operations.export, operations.import]`,
    `const listPage = (type: string) => page({ path: '/made/' + type, name: type, title: [type, type], component: 'list/' + type, permission: type, operations: offered })`,
    `export const made${two(area)}: Area = {`,
    `  name: 'made${two(area)}', title: ['领域 ${area}', 'Area ${area}'], resources: Object.values(tables), routes,`,
    `  modules: [module('made${two(area)}', ['领域 ${area}', 'Area ${area}'], 'database', [group('all', ['全部', 'All'], Object.keys(tables).map(listPage))])],`,
    `  menu: [menuModule('operations', ['系统', 'System'], 'tool', {`,
    `    subjects: Array.from({ length: Math.ceil(Object.keys(tables).length / 8) }, (_, at) =>`,
    `      subject('made${two(area)}x' + at, ['领域 ${area} ' + at, 'Area ${area} ' + at], 'table', {`,
    `        tabs: Object.keys(tables).slice(at * 8, at * 8 + 8).map(type => 'made${two(area)}.' + type) })) })],`,
    '}',
  )
}

const draftBytesMax = 64 * 1024 * 1024
const draft = `
  import { areas } from '#areas/index.ts'
  import { foreignKeyDdl, tableDdl } from '#platform/server/db/ddl.ts'
  import { withHouseAreas } from '#platform/server/open-house.ts'
  import { registryOf } from '#platform/server/registry-of.ts'
  const { resources } = registryOf(withHouseAreas(areas))
  const made = [...resources.values()].filter(r => /^made_[0-9]/.test(r.table))
  console.log([...made.flatMap(tableDdl), ...made.flatMap(r => foreignKeyDdl(r, resources))].map(s => s + ';').join('\\n'))`

/**
 * Adds `count` resources to a copy and drafts their migration as `npm run migration` would; the draft's own test is
 * test/laws/migrations.test.ts.
 */
export function addResources(folder: string, count: number): void {
  const areas = numbers(Math.ceil(count / perArea))
  for (const area of areas) writeArea(folder, area, Math.min(perArea, count - area * perArea))
  const index = join(folder, 'areas/index.ts')
  const text = readFileSync(index, 'utf8')
  const imports = areas.map(area => `import { made${two(area)} } from './made${two(area)}/index.ts'\n`).join('')
  const list = areas.map(area => `made${two(area)}`).join(', ')
  writeFileSync(index, text.replace('export const', `${imports}\nexport const`).replace(/,?\s*\]\s*$/, `, ${list}]\n`))
  const migration = execFileSync(process.execPath, ['--input-type=module', '--eval', draft], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: draftBytesMax,
  })
  writeFileSync(join(folder, 'db/migrations/8000_made.sql'), migration)
}
