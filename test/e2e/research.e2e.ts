/**
 * A project in the browser: its gate is passed, the next is refused by a forbidding check that is named; a sample is lent by its label on a
 * phone; a work order becomes a change order, whose bill holds from its day.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import type { RunningProduct } from '../setup/product.ts'
import { actOnRow, choose, messageShown, typeDate } from '../setup/screen.ts'

/** the organisation's day */
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const made = { projectId: '', sampleNo: '', lampId: '', shadeId: '', engineerId: '' }
type Call = Awaited<ReturnType<typeof goodCallsOf>>
let [admin, engineer] = [] as unknown as [Call, Call]
const idOf = async (by: Call, path: string, body: object): Promise<string> => String((await by('POST', path, body)).id)

async function prepare(running: RunningProduct): Promise<void> {
  ;[admin, engineer] = [await goodCallsOf(running, 'admin'), await goodCallsOf(running, 'it')]
  made.engineerId = String((await engineer('GET', '/system/userprofile')).employeeId)
  for (const [gate, name] of [
    [1, '市场分析'],
    [2, '外观方案'],
  ])
    await idOf(admin, '/gateTemplate/insert', { gate, name, proof: 1 })
  const categoryId = await idOf(admin, '/productCategory/insert', { name: '灯具' })
  const countries = await asOwner(running, `select id::text as value from country where code = 'US'`)
  const project = { businessOn: today, name: '会呼吸的台灯', managerId: made.engineerId, categoryId, marketCodes: countries }
  made.projectId = await idOf(engineer, '/rdProject/insert', project)
  const sampleId = await idOf(engineer, '/sample/insert', {
    name: '台灯首样',
    kind: 2,
    quantity: 2,
    keeperId: made.engineerId,
    projectId: made.projectId,
  })
  for (const step of ['submit', 'arrive']) await engineer('POST', `/sample/${step}`, { ids: [{ id: sampleId }] })
  ;[made.sampleNo = ''] = await asOwner(running, `select no as value from sample where id = ${sampleId}`)
  for (const [key, sku] of [
    ['lampId', 'LAMP'],
    ['shadeId', 'SHADE'],
  ] as const)
    made[key] = await idOf(admin, '/productManage/insert', { sku, name: `商品${sku}` })
  const lines = { added: [{ partId: made.shadeId, per: '1' }] }
  const bomId = await idOf(admin, '/bom/insert', { businessOn: today, productId: made.lampId, validFrom: '2026-01-01', lines })
  await admin('POST', '/bom/submit', { id: bomId })
  const catalogId = await idOf(admin, '/workCatalogManagement/add', { name: '改图', ownerId: made.engineerId, type: 1 })
  await admin('POST', '/workCatalogEmployeeManagement/save', { catalogId, employeeIds: [made.engineerId] })
  const wish = { title: '灯罩加厚', catalogId, requirement: '<p>运输裂纹</p>', values: {} }
  const orderId = await idOf(engineer, '/workOrderManagement/add', wish)
  await engineer('POST', '/workOrderManagement/updateState', { id: orderId, state: 2 })
}
const { product, signedIn } = useJourneys({ width: 1280, height: 800 }, prepare)

async function forbid(): Promise<string> {
  const countries = await asOwner(product(), `select id::text as value from country where code = 'US'`)
  const values = { businessOn: today, projectId: made.projectId, verdict: 4, kinds: [3], countries, databases: 'USPTO' }
  const id = await idOf(engineer, '/infringementCheck/insert', values)
  await engineer('POST', '/infringementCheck/submit', { ids: [{ id }] })
  await admin('POST', '/infringementCheck/audit', { ids: [{ id }] })
  const [no = ''] = await asOwner(product(), `select no as value from infringement_check where id = ${id}`)
  return no
}
const line = (p: Page, name: string) => p.locator('.zg-check-line:visible').filter({ hasText: name })
/** Ticks the line off with a word why it is not needed. */
async function spare(p: Page, name: string): Promise<void> {
  await line(p, name).getByRole('button', { name, exact: true }).waitFor()
  await p.goto(`/research/deliverable?f.name=${encodeURIComponent(name)}`)
  await actOnRow(p.locator('.zg-grid-row').filter({ hasText: name }).first(), '不适用')
  await p.getByRole('dialog').getByLabel('说明').fill('评审会上已看')
  await p
    .getByRole('dialog')
    .getByRole('button', { name: /不适用|确\s*定/ })
    .click()
  await messageShown(p, /./)
}
async function pass(p: Page, step: string): Promise<void> {
  await p.locator('article:visible').getByRole('button', { name: step }).click()
  await p.getByRole('dialog').getByLabel('评审结论和纪要').fill('可以做')
  await p.getByRole('dialog').getByRole('button', { name: step }).click()
}

test('a gate is passed, the next is refused by the check that forbids it', async () => {
  const p = await signedIn('it')
  const page = `/research/project/detail?id=${made.projectId}`
  await p.goto(page)
  await p.locator('article:visible').getByRole('tab', { name: '交付项' }).click()
  await spare(p, '市场分析')
  await p.goto(page)
  await pass(p, '通过立项')
  await p.locator('article:visible').getByRole('button', { name: '通过设计' }).waitFor()
  await p.locator('article:visible').getByRole('tab', { name: '交付项' }).click()
  await spare(p, '外观方案')
  const no = await forbid()
  await p.goto(page)
  await pass(p, '通过设计')
  await p.getByText(`侵权排查 ${no} 的结论是禁止`).first().waitFor()
  expect(await asOwner(product(), `select gate::text as value from rd_project where id = ${made.projectId}`)).toEqual(['2'])
  await p.context().close()
})

test('on a phone a sample is found by its label and lent from its page', async () => {
  const p = await signedIn('it', { width: 375, height: 740 })
  await p.goto('/research/scan')
  const input = p.getByRole('textbox', { name: /扫/ })
  await input.fill(made.sampleNo)
  await input.press('Enter')
  await p.getByRole('link', { name: made.sampleNo }).click()
  await p.getByText('台灯首样').first().waitFor()
  await p.locator('article:visible').getByRole('button', { name: /更多/ }).last().click()
  await p.getByRole('menuitem', { name: '借出' }).click()
  const form = p.getByRole('dialog').last()
  await choose(form.getByLabel('借用人'), '郑凯', '郑凯')
  await typeDate(form.getByLabel('应还日期'), addDays(today, 3))
  await form.getByRole('button', { name: '借出' }).click()
  await expect
    .poll(() => asOwner(product(), `select on_hand || ' ' || lent as value from sample where no = '${made.sampleNo}'`))
    .toEqual(['1 1'])
  await p.context().close()
})

test('a work order becomes a change order; the bill of its day differs, that of today does not', async () => {
  const p = await signedIn('it')
  await p.goto('/work-order/list')
  await actOnRow(p.locator('.zg-grid-row').filter({ hasText: '灯罩加厚' }).first(), '转为工程变更')
  const form = p.getByRole('dialog')
  await choose(form.getByLabel('变更原因'), '质量改进')
  await typeDate(form.getByLabel('生效日期'), addDays(today, 4))
  await form.getByRole('button', { name: '转为工程变更' }).click()
  await p.locator('article:visible').getByRole('heading', { level: 1 }).waitFor()
  const [id = ''] = await asOwner(product(), `select id::text as value from change_order where name = '灯罩加厚'`)
  const added = [{ action: 3, productId: made.lampId, partId: made.shadeId, per: '2' }]
  await engineer('POST', '/changeOrder/update', { id, version: 1, lines: { added } })
  await p.reload()
  for (const step of ['开始评估', '提交审批', '发布']) {
    await p.locator('article:visible').getByRole('button', { name: step }).click()
    const asked = p.getByRole('dialog').getByRole('button', { name: /发布|确\s*定/ })
    if (step === '发布') await asked.click()
    await p.locator('article:visible').getByRole('button', { name: step }).waitFor({ state: 'detached' })
  }
  const parts = (day: string): Promise<string[]> =>
    asOwner(
      product(),
      `select l.per::float8::text as value from bom b join bom_line l on l.bom_id = b.id where b.product_id = ${made.lampId}
        and b.state in (2, 5) and b.valid_from <= '${day}' and (b.valid_to is null or b.valid_to >= '${day}')`,
    )
  expect([await parts(today), await parts(addDays(today, 4))]).toEqual([['1'], ['2']])
  const [state] = await asOwner(product(), `select state::text as value from work_order where title = '灯罩加厚'`)
  expect(state).toBe('5')
  await p.context().close()
})
