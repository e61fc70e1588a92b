/**
 * The table of a list as people use it: widths, two orders, ranges into a spreadsheet, rows across pages, by keyboard alone, totals,
 * editing in a cell, a phone.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { boxOf, closeDialog, isFocused, steady, messageShown } from '../setup/screen.ts'
import { importSettlement } from '../setup/settlement.ts'

/** lines of the settlement */
const lines = '/finance/amazon/settlement-lines?f.postedOn=2025-09-01,2025-10-31'
const products = '/reference/product'

const { product, signedIn, atHome } = useJourneys(undefined, importSettlement)

const head = (p: Page, name: string): Locator => p.getByRole('columnheader', { name: new RegExp(`^${name}`) })
/** The head itself: beside it stands the button of its menu. */
const sortButton = (p: Page, name: string): Locator => head(p, name).locator('.zg-grid-sort')
const cellsOf = (p: Page, row: number): Locator => p.locator(`.zg-grid-row[aria-rowindex="${row + 1}"] [role=gridcell]`)
async function widthOf(p: Page, name: string): Promise<number> {
  return Math.round((await head(p, name).boundingBox())?.width ?? 0)
}
/** Its head is drawn with this order, a moment after the address has it. */
const inOrder = (p: Page, name: string, way: 'up' | 'down'): Promise<void> => head(p, name).locator(`.anticon-caret-${way}`).waitFor()
async function open(p: Page, address: string): Promise<void> {
  await p.goto(address)
  await p.locator('.zg-grid-row').first().waitFor()
}
/** What Ctrl-C has left in the clipboard. */
async function copied(p: Page): Promise<string> {
  await p.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await p.evaluate("navigator.clipboard.writeText('')")
  await p.keyboard.press('Control+c')
  await messageShown(p, '复制成功!')
  const text = (): Promise<string> => p.evaluate('navigator.clipboard.readText()')
  await expect.poll(text).not.toBe('')
  return text()
}

test('a column is drawn wider, fits by a double click, and stands so after a reload', async () => {
  const p = await signedIn('admin')
  await open(p, products)
  const before = await steady(() => widthOf(p, '品牌'))
  const edge = head(p, '品牌').locator('.zg-grid-edge')
  const box = await boxOf(edge)
  await p.mouse.move(box.x + 4, box.y + 8)
  await p.mouse.down()
  await p.mouse.move(box.x + 84, box.y + 8, { steps: 8 })
  const saved = p.waitForResponse(one => one.url().includes('/listField/saveLayout'))
  await p.mouse.up()
  await saved
  await expect.poll(() => widthOf(p, '品牌')).toBe(before + 80)
  await open(p, products)
  await expect.poll(() => widthOf(p, '品牌')).toBe(before + 80)
  const fitted = p.waitForResponse(one => one.url().includes('/listField/saveLayout'))
  await head(p, '品牌').locator('.zg-grid-edge').dblclick()
  await fitted
  await expect.poll(() => widthOf(p, '品牌')).toBeLessThan(before)
  const width = await steady(() => widthOf(p, '品牌'))
  await open(p, products)
  await expect.poll(() => widthOf(p, '品牌')).toBe(width)
  await p.context().close()
})

test('columns by hand: a head drawn elsewhere, pinned and hidden by its menu, there after a reload; keys do the same', async () => {
  const p = await signedIn('boss')
  await open(p, products)
  const order = async (): Promise<string[]> =>
    (await p.getByRole('columnheader').allInnerTexts()).map(one => one.trim()).filter(one => one !== '' && one !== '操作')
  const before = await steady(order)
  const [from, to] = [await boxOf(head(p, '品牌')), await boxOf(head(p, '商品名称'))]
  const kept = p.waitForResponse(one => one.url().includes('/listField/saveLayout'))
  await p.mouse.move(from.x + 30, from.y + 20)
  await p.mouse.down()
  await p.mouse.move(to.x + 10, to.y + 20, { steps: 8 })
  await p.locator('.zg-grid-drop').waitFor()
  await p.mouse.up()
  await kept
  const drawn = before.filter(one => one !== '品牌').toSpliced(1, 0, '品牌')
  await expect.poll(order).toEqual(drawn)
  // a head that was drawn orders nothing
  expect(new URL(p.url()).searchParams.get('sort')).toBeNull()
  await head(p, '状态').click({ button: 'right' })
  await p.getByRole('menuitem', { name: '固定在左侧' }).click()
  await expect.poll(order).toEqual(['状态', ...drawn.filter(one => one !== '状态')])
  await head(p, '品类').click({ button: 'right' })
  const hidden = p.waitForResponse(one => one.url().includes('/listField/saveLayout'))
  await p.getByRole('menuitem', { name: '隐藏此列' }).click()
  await hidden
  await open(p, products)
  const after = ['状态', ...drawn.filter(one => one !== '状态' && one !== '品类')]
  await expect.poll(order).toEqual(after)
  await p.getByRole('grid').focus()
  for (const key of ['Control+Home', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'Alt+ArrowRight']) await p.keyboard.press(key)
  await expect.poll(order).not.toEqual(after)
  await p.context().close()
})

test('a range is pasted into cells: seen first, a cell that can not be is named and left, one undo', async () => {
  const p = await signedIn('admin')
  await open(p, products)
  await p.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const heads = await steady(() => p.getByRole('columnheader').allInnerTexts())
  const cell = cellsOf(p, 1).nth(heads.findIndex(one => one.trim() === '品牌'))
  const was = await cell.innerText()
  await p.evaluate(`navigator.clipboard.writeText('粘贴的品牌\\t不改\\n粘贴的品牌')`)
  await cell.click()
  await p.keyboard.press('Control+v')
  const dialog = p.getByRole('dialog', { name: '粘贴到表格' })
  await dialog.getByText('有 1 个单元格不能修改，会保持原样').waitFor()
  await dialog.getByRole('button', { name: '跳过 1 个，粘贴 2 个单元格' }).click()
  const message = p.locator('.zg-passing-notice', { hasText: '已粘贴 2 个单元格' })
  await message.hover()
  await expect.poll(() => cell.innerText()).toBe('粘贴的品牌')
  await message.getByRole('button', { name: /^撤\s*销$/ }).click()
  await messageShown(p, '已撤销 2 行')
  await expect.poll(() => cell.innerText()).toBe(was)
  await p.context().close()
})

test('two orders by Shift-click: in the address, in the rows, in the head', async () => {
  const p = await signedIn('admin')
  await open(p, `${products}?size=50`)
  await sortButton(p, '品牌').click()
  await p.waitForURL(url => url.searchParams.get('sort') === 'brand.ASC')
  await inOrder(p, '品牌', 'up')
  await sortButton(p, '库存 SKU').click({ modifiers: ['Shift'] })
  await p.waitForURL(url => url.searchParams.get('order') === 'sku.ASC')
  await inOrder(p, '库存 SKU', 'up')
  await head(p, '库存 SKU').getByText('2', { exact: true }).waitFor()
  const answer = p.waitForResponse(
    one => one.url().includes('/productManage/list') && one.request().postData()?.includes('"orderBy":"DESC"') === true,
  )
  await sortButton(p, '库存 SKU').click({ modifiers: ['Shift'] })
  const { list } = ((await (await answer).json()) as { data: { list: { brand: string; sku: string }[] } }).data
  const first = list.filter(one => one.brand === list[0]?.brand).map(one => one.sku)
  expect(first.length).toBeGreaterThan(5)
  expect(first).toEqual([...first].sort().reverse())
  await inOrder(p, '库存 SKU', 'down')
  await expect.poll(() => head(p, '库存 SKU').innerText()).toContain('2')
  await p.context().close()
})

test('a range goes into a spreadsheet with exact figures', async () => {
  const p = await signedIn('finance')
  await open(p, '/reference/currencyRate')
  const grid = p.getByRole('grid')
  const from = cellsOf(p, 1).filter({ hasText: /^\d{4}-\d{2}$/ })
  await from.click()
  await p.keyboard.press('Shift+ArrowDown')
  await p.keyboard.press('Shift+ArrowRight')
  await p.keyboard.press('Shift+ArrowRight')
  const text = await copied(p)
  expect(text.split('\r\n')).toHaveLength(2)
  // the rate with all its decimals, as it is stored
  expect(text).toMatch(/^\d{4}-\d{2}\t[^\t]+\t\d+\.\d{4,10}\r\n/)
  // the same by the pointer
  await cellsOf(p, 3).nth(2).hover()
  await p.mouse.down()
  await cellsOf(p, 5).nth(3).hover()
  await p.mouse.up()
  expect((await copied(p)).split('\r\n')).toHaveLength(3)
  await expect.poll(() => isFocused(grid)).toBe(true)
  await p.context().close()
})

test('rows are chosen across pages', async () => {
  const p = await signedIn('admin')
  await open(p, products)
  const [firstRow, laterRow] = [cellsOf(p, 1).filter({ hasText: 'EL-1004' }), cellsOf(p, 1).filter({ hasText: 'EL-1054' })]
  await firstRow.waitFor()
  await cellsOf(p, 1).getByRole('checkbox').check()
  await p.getByTitle('下一页').click()
  await laterRow.waitFor()
  await p.getByRole('checkbox', { name: '选择本页全部行' }).check()
  await p.getByText('已选 11 行').waitFor()
  await p.getByTitle('上一页').click()
  await firstRow.waitFor()
  await expect.poll(() => cellsOf(p, 1).getByRole('checkbox').isChecked()).toBe(true)
  await expect.poll(() => cellsOf(p, 2).getByRole('checkbox').isChecked()).toBe(false)
  await p.context().close()
})

test('by keyboard alone: into the table, to a row, open it, back to the same cell, edit a value', async () => {
  const p = await signedIn('admin')
  await open(p, products)
  const grid = p.getByRole('grid')
  await p.getByRole('button', { name: '更多筛选' }).focus()
  for (let i = 0; i < 6 && !(await isFocused(grid)); i += 1) await p.keyboard.press('Tab')
  await expect.poll(() => isFocused(grid)).toBe(true)
  const active = () => p.locator('.zg-grid-active').innerText()
  await p.keyboard.press('ArrowDown')
  const sku = await steady(active)
  await p.keyboard.press('Enter')
  await p.getByRole('dialog').getByText(sku).first().waitFor()
  await closeDialog(p)
  await expect.poll(() => isFocused(grid)).toBe(true)
  await expect.poll(() => active()).toBe(sku)
  await p.keyboard.press('ArrowRight')
  await p.keyboard.press('Enter')
  await expect.poll(() => isFocused(grid.getByRole('textbox'))).toBe(true)
  await p.keyboard.type('键盘改的名称')
  await p.keyboard.press('Enter')
  await grid.getByText('键盘改的名称').waitFor()
  await grid.getByRole('textbox').waitFor({ state: 'detached' })
  await expect.poll(() => active()).toBe('键盘改的名称')
  await p.keyboard.press('Control+End')
  await expect.poll(() => active()).toContain('⋯')
  await p.keyboard.press('Shift+F10')
  await p.getByRole('menuitem', { name: '删除' }).waitFor()
  await p.keyboard.press('Escape')
  await expect.poll(() => isFocused(grid)).toBe(true)
  await p.context().close()
})

test('totals stand below their columns, also when the columns are scrolled', async () => {
  const p = await signedIn('finance')
  await open(p, lines)
  const grid = p.getByRole('grid')
  const foot = p.locator('.zg-grid-foot')
  const [total, amount] = [foot.getByText('7,589.14'), head(p, '金额')]
  const right = async (one: Locator): Promise<number> => ((await one.boundingBox())?.x ?? 0) + ((await one.boundingBox())?.width ?? 0)
  await total.waitFor()
  await grid.evaluate(one => one.scrollTo(400, 0))
  await expect.poll(() => grid.evaluate(one => one.scrollLeft)).toBe(400)
  const apart = await steady(async () => (await right(amount)) - (await right(total)))
  expect(apart).toBeGreaterThan(0)
  await grid.evaluate(one => one.scrollTo(520, 90))
  await expect.poll(async () => (await right(amount)) - (await right(total))).toBeCloseTo(apart, 0)
  const [footBox, gridBox] = [await boxOf(foot), await boxOf(grid)]
  expect(footBox.y + footBox.height).toBeLessThanOrEqual(gridBox.y + gridBox.height)
  // 总计 itself stays in sight
  expect((await boxOf(foot.getByText('总计'))).x).toBeGreaterThanOrEqual(gridBox.x)
  await p.context().close()
})

/** where the first row of a phone ends at the latest: the strip of the subject takes 40 px */
const firstRow = 220

test('on a phone filter tabs take no room from the first row; the search of such a list opens over them', async () => {
  const call = await goodCallsOf(product(), 'finance')
  const conditionList = [{ field: 'depositOn', condition: 'BETWEEN', condList: ['2025-09-01', '2025-12-31'] }]
  await call('POST', '/ListProfile/saveListProfile', {
    type: 'amazonSettlement',
    kind: 2,
    name: '去年秋天',
    columnList: [],
    conditionList,
    orderByList: [],
  })
  const p = await signedIn('finance', { width: 375, height: 812 })
  await p.goto('/finance/amazon/settlements')
  await p.getByRole('navigation', { name: '筛选标签' }).getByRole('button', { name: '去年秋天', exact: true }).click()
  const row = p.getByRole('list', { name: '结算单' }).getByRole('listitem').first()
  await row.waitFor()
  await expect.poll(async () => (await boxOf(row)).y + (await boxOf(row)).height).toBeLessThanOrEqual(firstRow)
  await p.getByRole('button', { name: '搜索', exact: true }).last().click()
  await expect.poll(() => isFocused(p.getByRole('textbox', { name: '查询内容' }))).toBe(true)
  await expect.poll(() => p.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await p.getByRole('button', { name: '收起搜索' }).click()
  await p.getByRole('navigation', { name: '筛选标签' }).waitFor()
  await p.context().close()
})

test('on a phone rows are cards, the first within 220 px with its amount; as a table the first column stays', async () => {
  const p = await signedIn('finance', { width: 375, height: 812 })
  await p.goto('/finance/amazon/settlements?f.depositOn=2025-09-01,2025-12-31')
  const row = p.getByRole('list', { name: '结算单' }).getByRole('listitem').first()
  await row
    .locator('.zg-row-card-amount')
    .getByText(/\d\.\d\d/)
    .waitFor()
  const { y, height } = await boxOf(row)
  expect(y + height).toBeLessThanOrEqual(firstRow)
  // the row of tools stays; totals that come later make the page longer
  const scrolled = async (): Promise<number> => {
    await p
      .locator('.zg-page-scroll')
      .first()
      .evaluate(one => one.scrollTo(0, 400))
    return Math.round((await boxOf(p.getByRole('search'))).y)
  }
  await expect.poll(scrolled).toBeLessThan(100)
  // a page that is drawn by hand keeps the same measure
  await p.goto('/finance/amazon/type-map')
  const card = p.locator('.zg-row-card').first()
  await card.waitFor()
  await expect.poll(async () => (await boxOf(card)).y + (await boxOf(card)).height).toBeLessThanOrEqual(firstRow)
  // 月结 has no cards of rows: it is the checklist of one month; how much of it is missing stands in the upper third
  await p.goto('/finance/months')
  const lacks = p.getByText(/^还差 \d+ 项$/)
  await lacks.waitFor({ timeout: 30_000 })
  await expect.poll(async () => (await boxOf(lacks)).y + (await boxOf(lacks)).height).toBeLessThanOrEqual(812 / 3)
  await p.locator('.zg-month-row').first().waitFor()
  expect(await p.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await p.goto(lines)
  await p.getByRole('button', { name: '更多操作' }).click()
  await p.getByRole('button', { name: '显示为表格' }).click()
  await p.locator('.zg-grid-row').first().waitFor()
  const first = cellsOf(p, 1).nth(1)
  const grid = p.getByRole('grid')
  await grid.evaluate(one => one.scrollTo(600, 0))
  await expect.poll(() => grid.evaluate(one => one.scrollLeft)).toBeGreaterThan(0)
  await expect.poll(async () => Math.round(((await first.boundingBox())?.x ?? 0) - ((await grid.boundingBox())?.x ?? 0))).toBe(0)
  const [cell, box] = [await boxOf(first), await boxOf(grid)]
  expect(cell.width).toBeLessThanOrEqual(150)
  expect(box.width - cell.width).toBeGreaterThan(150)
  await expect.poll(() => p.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await p.context().close()
})

test('finance has a settlement by its number in two clicks, whatever the list opened with, and gets the period back', async () => {
  const p = await atHome('finance')
  await p.getByRole('navigation', { name: '模块' }).getByText('财务', { exact: true }).click()
  await p.getByRole('menuitem', { name: '平台结算' }).click()
  await p.getByText('没有符合筛选条件的数据').waitFor()
  // the page before stays open out of sight, and its files are named by the number as well
  const found = p.locator('.zg-grid-row', { hasText: '25671855822' }).filter({ visible: true })
  await p.keyboard.press('/')
  await p.keyboard.type('25671855822')
  await found.waitFor()
  await p.getByText(/已忽略默认期间“(?:本月|最近30天)”，共 1 条/).waitFor()
  // a colleague sees the same
  await p.reload()
  await found.waitFor()
  await p.getByRole('button', { name: '恢复', exact: true }).click()
  await p.getByText('没有符合筛选条件的数据').waitFor()
  await expect.poll(() => found.count()).toBe(0)
  await p.context().close()
})

test('with 自动 the rows of ten lists fill their table: no room of a row is left where there are more', async () => {
  const p = await signedIn('admin')
  await open(p, products)
  await p.getByRole('button', { name: /^自动：每页 \d+ 条，填满表格$/ }).click()
  await expect.poll(() => p.locator('.zg-grid-row').count()).toBeGreaterThan(10)
  const lists = [
    products,
    lines,
    '/reference/skuMap',
    '/reference/skuView',
    '/reference/skuOwner',
    '/reference/shop',
    '/reference/marketplace',
    '/reference/currencyRate',
    '/reference/country',
    '/admin/company/employee',
  ]
  for (const list of lists) {
    await open(p, list)
    const high = async (part: string): Promise<number> => {
      const found = p.locator(part).first()
      return (await found.count()) === 0 ? 0 : (await boxOf(found)).height
    }
    const row = await high('.zg-grid-row')
    const body = await high('.zg-grid-body')
    const room = (await high('.zg-grid')) - (await high('.zg-grid-head')) - (await high('.zg-grid-foot')) - body
    const all = Number((await p.locator('.ant-pagination-total-text').innerText()).replaceAll(/\D/g, ''))
    expect([list, room < row || Math.round(body / row) === all]).toEqual([list, true])
  }
  await p.context().close()
})
