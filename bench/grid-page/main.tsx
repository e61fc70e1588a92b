/** The grid of lists alone on a page, with rows and columns as many as asked, and a clock. bench/grid.ts drives it. */
import 'antd/dist/antd.css'
import '#platform/web/theme/base.css'
import '#platform/web/table/list.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { FieldDefinition, ListDefinition, Row, ValueKind } from '#platform/declare/wire.ts'
import { DataGrid } from '#platform/web/grid/data-grid.tsx'
import { dataColumns } from '#platform/web/table/columns.tsx'
import { emptyState } from '#platform/web/values/list-state.ts'
import { loadLanguage } from '#platform/web/i18n/load.ts'
import { ThemeRoot } from '#platform/web/theme/root.tsx'
import type { GridBench } from './bench.ts'

/** Kinds as they stand beside each other in a list of money. */
const kinds: readonly ValueKind[] = ['text', 'date', 'reference', 'money', 'money', 'integer', 'choice', 'money']

const fieldOf = (at: number): FieldDefinition => {
  const kind = kinds[at % kinds.length] ?? 'text'
  return {
    id: `f${at}`,
    field: `f${at}`,
    title: `列 ${at}`,
    entityField: null,
    keyValueList: kind === 'choice' ? ['未审核', '已审核'].map((label, value) => ({ value, label })) : [],
    isFilter: false,
    isSort: at % 3 === 0,
    isShow: true,
    isDisabled: false,
    width: 120,
    orderBy: null,
    kind,
    filterKind: null,
    filterAs: null,
    conditions: [],
    target: null,
    isTotal: kind === 'money',
    currencyField: null,
    decimals: null,
  }
}

function valueOf(kind: ValueKind, row: number, at: number): string | number {
  if (kind === 'money')
    return `${row % 7 === 0 ? '-' : ''}${(row * 7919 + at * 104_729) % 100_000}.${String((row * at) % 10_000).padStart(4, '0')}`
  if (kind === 'integer') return String((row * at) % 1_000)
  if (kind === 'choice') return row % 2
  return kind === 'date' ? `2026-${String(1 + (row % 12)).padStart(2, '0')}-15` : `第 ${row} 行的值 ${at}`
}

function rowsOf(count: number, fields: readonly FieldDefinition[]): Row[] {
  return Array.from({ length: count }, (_, row) => ({
    ...Object.fromEntries(fields.map((one, at) => [one.field, valueOf(one.kind, row, at)])),
    id: String(row),
  }))
}

const definition = { result: [], sortList: [], calls: {} } as unknown as ListDefinition
const nothing = (): void => undefined
const frame = (): Promise<number> => new Promise(done => requestAnimationFrame(done))

/** Px a frame: one screen at a quick turn of the wheel. */
const stepPx = 400

/** Scrolls as far as it goes, and answers how long each frame took. */
async function scrolled(element: HTMLElement, axis: 'scrollTop' | 'scrollLeft', steps: number): Promise<number[]> {
  const took: number[] = []
  let last = await frame()
  for (let i = 0; i < steps; i += 1) {
    element[axis] += i < steps / 2 ? stepPx : -stepPx
    const now = await frame()
    took.push(now - last)
    last = now
  }
  return took
}

const locale = await loadLanguage()

const bench: GridBench = {
  async mount(rowCount, columnCount) {
    const place = document.querySelector('#root')
    if (place === null) throw new Error('the page has no #root')
    const fields = Array.from({ length: columnCount }, (_, at) => fieldOf(at))
    const rows = rowsOf(rowCount, fields)
    const columns = dataColumns({
      definition: { ...definition, result: fields, sortList: fields.filter(one => one.isSort) },
      shown: fields,
      state: emptyState,
      layout: { widthOf: () => 120, isSet: () => false, frozen: new Set(['f0']) },
      answer: { pictured: [], totals: Object.fromEntries(fields.map(one => [one.field, '1.00'])) },
      isMobile: false,
      onOpen: nothing,
      canEdit: () => false,
      urlOf: () => null,
    })
    const root = createRoot(place)
    // theme and fonts are there long before a list: not counted
    flushSync(() => root.render(<ThemeRoot locale={locale}>{null}</ThemeRoot>))
    await frame()
    await frame()
    const began = performance.now()
    flushSync(() =>
      root.render(
        <ThemeRoot locale={locale}>
          <div className="zg-list-table">
            <DataGrid<Row>
              label="表"
              rows={rows}
              columns={columns}
              density="compact"
              totalRows={1}
              orders={[]}
              onOrders={nothing}
              onWidth={nothing}
              selection={{ ids: new Set(), nameOf: row => row.id, onRows: nothing }}
            />
          </div>
        </ThemeRoot>,
      ),
    )
    const mountMs = performance.now() - began
    await frame()
    return { mountMs, paintMs: performance.now() - began, cells: document.querySelectorAll('[role=gridcell]').length }
  },
  async plain(rowCount, columnCount) {
    const place = document.querySelector('#root')
    if (place === null) throw new Error('the page has no #root')
    const fields = Array.from({ length: columnCount }, (_, at) => fieldOf(at))
    const lines = rowsOf(rowCount, fields).map(row => `<tr>${fields.map(one => `<td>${String(row[one.field])}</td>`).join('')}</tr>`)
    place.innerHTML = `<style>.plain{height:100vh;overflow:auto}.plain table{table-layout:fixed;width:${columnCount * 120}px}.plain td{height:36px;overflow:hidden;white-space:nowrap}</style><div class="plain"><table>${lines.join('')}</table></div>`
    await frame()
    await frame()
  },
  async scroll(steps) {
    const element = document.querySelector<HTMLElement>('.zg-grid, .plain')
    if (element === null) throw new Error('no grid to scroll')
    return [...(await scrolled(element, 'scrollTop', steps)), ...(await scrolled(element, 'scrollLeft', steps / 2))]
  },
}
Object.assign(window, { bench })
document.body.dataset['ready'] = 'yes'
