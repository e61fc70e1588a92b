/**
 * What five people do with paper: an acceptance dates a payment that finance expects; a draft is read in its approval on a phone and sent
 * back; stamp duty of the quarter; a listing without its number; a sentence found by two words, and a policy confirmed.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { usualFlows } from '#areas/workflow/usual-flows.ts'
import { addDays } from '#platform/format/dates.ts'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { madePdf } from '../setup/office-files.ts'
import type { RunningProduct } from '../setup/product.ts'
import { choose, closeDialog, messageShown } from '../setup/screen.ts'

/** the organisation's day */
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const paper = madePdf(['云帆跨境 双方应按约定的时间履行'])
type Call = Awaited<ReturnType<typeof goodCallsOf>>
let [admin, buyer] = [] as unknown as [Call, Call]
const made = { tools: '', lease: '' }
const idOf = async (by: Call, path: string, body: object): Promise<string> => String((await by('POST', path, body)).id)
const firstId = async (path: string, filter: object): Promise<string> =>
  (await admin('POST', path, { pageSize: 1, ...filter })).list[0].id as string

async function uploaded(by: Call, name: string, content: Buffer = paper): Promise<string> {
  const form = new FormData()
  form.set('type', 'ATTACHMENT')
  form.set('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name)
  return idOf(by, '/fileUpload/upload', form)
}

async function prepareContracts(employees: Readonly<Record<string, string>>): Promise<void> {
  const flow = usualFlows(() => ({ by: 'person', ids: [employees['boss'] ?? ''] })).find(([code]) => code === 'contract')
  const id = await idOf(admin, '/workflowSetting/insert', { formCode: 'contract', name: '合同审批', definition: flow?.[2] })
  await admin('POST', '/contractKind/loadUsual', {})
  const [kindId, companyId] = [await firstId('/contractKind/list', { code: 'JSKF' }), await firstId('/companyManage/list', {})]
  const contract = async (title: string, amount: string, added: readonly object[]): Promise<string> => {
    const draft = [await uploaded(buyer, `${title}.pdf`)]
    const party = { side: 3, partyName: '宁波精模科技有限公司', ownerId: employees['buyer'] }
    const days = { businessOn: today, validFrom: addDays(today, -120), validTo: addDays(today, 240) }
    return idOf(buyer, '/contract/insert', { title, amount, kindId, companyId, draft, ...party, ...days, lines: { added } })
  }
  made.tools = await contract('注塑模具开发合同', '90000', [
    { name: '首付款', trigger: 1, days: 7, amount: '27000' },
    { name: '试模款', trigger: 2, dueOn: addDays(today, -12), amount: '27000' },
    { name: '验收款', trigger: 4, days: 30, amount: '36000' },
  ])
  await buyer('POST', '/contract/submit', { id: made.tools })
  const signed = [await uploaded(buyer, '签署件.pdf')]
  await buyer('POST', '/contract/sign', { id: made.tools, signOn: addDays(today, -30), signed })
  await admin('POST', '/workflowSetting/publish', { id })
  made.lease = await contract('滨江办公室租赁合同', '1008000', [{ name: '房租', trigger: 2, dueOn: addDays(today, 30), share: '100' }])
  await buyer('POST', '/contract/submit', { id: made.lease })
}

async function prepareListing(running: RunningProduct, employeeId: string): Promise<void> {
  const [shop = ''] = await asOwner(
    running,
    `select id::text as value from shop where country_code = 'DE' and org_id = 1 order by id limit 1`,
  )
  await admin('PUT', '/userManage/dataAclSetting', { employeeId, shopIds: [shop] })
  await admin('POST', '/certificateKind/loadUsual', {})
  const categoryId = await idOf(admin, '/productCategory/insert', { name: '充电' })
  const productId = await idOf(admin, '/productManage/insert', { sku: 'EPR-1', name: '充电宝', categoryId })
  await admin('POST', '/skuMap/insert', { shopId: shop, sellerSku: 'EPR-DE', productId })
  const kindId = await firstId('/certificateKind/list', { code: 'WEEE-DE' })
  await admin('POST', '/complianceRule/insert', { categoryId, countryCode: 'DE', kindId, must: true, validFrom: '2026-01-01' })
}

async function prepareReading(running: RunningProduct, employees: Readonly<Record<string, string>>): Promise<void> {
  const [hr, boss] = [await goodCallsOf(running, 'hr'), await goodCallsOf(running, 'boss')]
  const folderId = await idOf(hr, '/folder/insert', { name: '仓储流程', reads: 2 })
  const [kindId] = await asOwner(
    running,
    `select id::text as value from dictionary_item where dictionary_code = 123 and org_id = 1 order by id limit 1`,
  )
  const documentId = await idOf(hr, '/document/insert', { title: '退货处理流程', businessOn: today, folderId, kindId })
  await idOf(hr, '/document/insert', { title: '仓库盘点流程', businessOn: today, folderId, kindId })
  const file = [await uploaded(hr, '退货处理流程.pdf', madePdf(['第一页', '锂电池退货必须附鉴定书，双人签收']))]
  const { id } = await hr('POST', '/document/newVersion', { id: documentId, version: 1, file, note: '首版' })
  await hr('POST', '/document/putInForce', { id, effectiveOn: today })
  const policy = { title: '信息安全管理规定', kind: 4, ownerId: employees['hr'], content: '<p>第一条 口令不得外借</p>' }
  const policyId = await idOf(hr, '/regulation/insert', { ...policy, effectiveOn: addDays(today, 3), mustRead: true })
  await hr('POST', '/regulation/submit', { id: policyId })
  await boss('POST', '/regulation/audit', { id: policyId })
}

async function prepare(running: RunningProduct): Promise<void> {
  ;[admin, buyer] = [await goodCallsOf(running, 'admin'), await goodCallsOf(running, 'buyer')]
  const rows = await asOwner(
    running,
    `select a.username || ' ' || m.employee_id as value from account a join account_organisation m on m.account_id = a.id
      where m.org_id = 1`,
  )
  const employees = Object.fromEntries(rows.map(row => row.split(' ') as [string, string]))
  await prepareContracts(employees)
  await prepareListing(running, employees['sales'] ?? '')
  await prepareReading(running, employees)
}
const { product, signedIn } = useJourneys({ width: 1280, height: 800 }, prepare)
const rowOf = (p: Page, text: string) => p.locator('.zg-grid-row').filter({ hasText: text }).first()
const cards = (p: Page) => p.locator('.zg-row-card:visible')
const isNarrow = (p: Page) => p.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

test('two payments are overdue; an acceptance dates the third, which finance expects beside the stamp duty of the quarter', async () => {
  const p = await signedIn('buyer')
  const late = p.getByRole('navigation', { name: '筛选标签' }).getByRole('button', { name: '逾期', exact: true })
  await p.goto('/contracts/contract')
  await late.click()
  await expect.poll(() => p.locator('.zg-grid-row').count()).toBe(1)
  await rowOf(p, '注塑模具开发合同').waitFor()
  await p.goto('/contracts/plan')
  await late.click()
  for (const name of ['首付款', '试模款']) await rowOf(p, name).waitFor()
  await expect.poll(() => p.locator('.zg-grid-row').count()).toBe(2)
  await p.goto('/contracts/event')
  await p.getByRole('button', { name: '新增' }).first().click()
  const form = p.getByRole('dialog')
  await choose(form.getByLabel('合同'), '注塑模具开发合同', '注塑')
  await choose(form.getByLabel('事项'), '验收')
  const file = { name: '验收单.pdf', mimeType: 'application/pdf', buffer: madePdf(['验收合格']) }
  await form.locator('input[type=file]').first().setInputFiles(file)
  await form.getByText('验收单.pdf').waitFor()
  await form.getByRole('button', { name: /^新增/ }).click()
  await messageShown(p, '已新增')
  await p.goto(`/contracts/plan?f.contractId=${made.tools}`)
  await rowOf(p, '验收款').getByText(addDays(today, 30)).waitFor()
  await p.context().close()

  await admin('POST', '/bankReconcile/run', {})
  const books = await signedIn('finance')
  await books.goto(`/finance/bank/expected?f.reference=${encodeURIComponent('验收款')}`)
  await rowOf(books, '宁波精模科技有限公司')
    .getByText(/36,000\.00/)
    .first()
    .waitFor()
  await books.goto('/contracts/stamp')
  await rowOf(books, '技术开发').getByText('27.00', { exact: true }).waitFor()
  await books.context().close()
})

test('on a phone a draft is read in its approval and sent back', async () => {
  const p = await signedIn('boss', { width: 375, height: 740 })
  await p.goto('/approval/mine')
  await p.getByRole('button', { name: /^详\s*情$/ }).click()
  const details = p.getByRole('dialog').first()
  await details.getByRole('button', { name: '预览 滨江办公室租赁合同.pdf' }).click()
  const page = p.getByRole('img', { name: '第 1 页，共 1 页' })
  await expect.poll(() => page.evaluate(one => (one as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(1_000)
  expect(await isNarrow(p)).toBe(true)
  await closeDialog(p)
  await details.getByRole('button', { name: /^退\s*回$/ }).click()
  await details.getByLabel('意见').fill('付款条件请改为验收后')
  await details.getByRole('button', { name: '确定退回' }).click()
  await messageShown(p, '已退回申请人')
  expect((await buyer('GET', `/contract/query/${made.lease}`))['state']).toBe(0)
  await p.context().close()
})

test('what a listing in Germany lacks; a document found by two words of its file; a policy is read and confirmed on a phone', async () => {
  const seller = await signedIn('sales')
  await seller.goto('/contracts/compliance')
  await rowOf(seller, 'EPR-DE').getByText('德国WEEE').waitFor()
  await rowOf(seller, 'EPR-DE').getByText('缺失').waitFor()
  await seller.context().close()

  await expect.poll(() => asOwner(product(), 'select count(*)::text as value from file_text where state = 0')).toEqual(['0'])
  const p = await signedIn('employee', { width: 375, height: 740 })
  await p.goto('/documents/document')
  await expect.poll(() => cards(p).count()).toBe(2)
  await p.getByRole('button', { name: '搜索', exact: true }).last().click()
  await p.getByRole('textbox', { name: '查询内容' }).fill('锂电池 鉴定书')
  await p.keyboard.press('Enter')
  await expect.poll(() => cards(p).count()).toBe(1)
  await cards(p).filter({ hasText: '退货处理流程' }).waitFor()
  expect(await isNarrow(p)).toBe(true)
  await p.goto('/documents/regulation')
  await cards(p).filter({ hasText: '信息安全管理规定' }).click()
  await p.getByText('第一条 口令不得外借').waitFor()
  await p.getByRole('dialog').getByRole('button', { name: '确认已读' }).click()
  await expect.poll(() => asOwner(product(), 'select count(*)::text as value from regulation_reading where state = 2')).toEqual(['1'])
  await p.context().close()
})
