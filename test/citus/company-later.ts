/**
 * For tests: what people of the later areas do in the demo company: files of every kind, letters, notices, dates, paper, leave,
 * production, research.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { madePdf } from '../setup/office-files.ts'
import { kindSamples } from '../setup/kind-samples.ts'
import { byCode, earlier, first, Hands, last, picked, place, type At, type Data, type Values } from './company-steps.ts'
import type { Done } from './steps.ts'

const importMsMax = 120_000
const ended = new Set(['done', 'refused', 'waiting', 'failed', 'removed'])

/** The report of an import once its job has ended; what waits for a look is accepted. */
async function imported(h: Hands, id: string, isAccepted = false): Promise<Data> {
  const finance = await h.person('finance')
  const lastAt = Date.now() + importMsMax
  for (; Date.now() < lastAt; await pause(200)) {
    const { data } = await finance.post('/fileImportHistory/details', { id })
    if (!ended.has(data?.state)) continue
    if (data.state !== 'waiting' || isAccepted) return data
    await finance.post('/fileImportHistory/accept', { id, reason: '已核对列和合计' })
    return imported(h, id, true)
  }
  return { state: 'not ended' }
}

/** Reports of all marketplaces, Amazon's money among them: brought, brought again, and two of three taken back. */
async function files(h: Hands): Promise<void> {
  const shops = await h.rows('admin', '/sysShopSetting/list', { sortField: 'name', sortWay: 'ASC' })
  const finance = await h.person('finance')
  for (const [n, [code, { content, marketplace, path }]] of Object.entries(kindSamples).entries()) {
    const shopId: string = first(shops.filter(one => one.marketplaceCode === marketplace)).id ?? ''
    for (const time of ['first', 'second']) {
      const { data, msg } = await finance.bring(path, { shopId }, `${h.mark}-${code}.txt`, content)
      const id: string = data?.importIds?.[0] ?? ''
      const { state, lines, controlTotals, errors } = id === '' ? { state: msg } : await imported(h, id)
      h.tell(`file ${code}, ${time} time`, { state, lines, controlTotals, errors })
      if (time === 'second' && n % 3 > 0) await h.does(`file ${code} is taken back`, 'finance', '/fileImportHistory/delete', { id })
    }
  }
  await h.does('a proof of markets', 'finance', '/marketLine/list', { startDate: '2026-08-01', endDate: '2026-08-31', pageSize: 200 })
}

async function costs(h: Hands): Promise<void> {
  const header = { businessOn: h.today, month: '2026-11', amount: '100.01', currency: 'CNY' }
  for (const basis of [1, 2, 3]) {
    const name = `${h.mark} 仓储费 ${basis}`
    const { id } = await h.does(`an allocation by ${basis}`, 'finance', '/CostAllocation/insert', { ...header, name, basis })
    await h.does(`an allocation by ${basis} is tried`, 'finance', '/CostAllocation/preview', { id })
    await h.does(`an allocation by ${basis} is posted`, 'finance', '/CostAllocation/updateState', { id, state: 1 })
    const shares = await h.rows('finance', '/CostAllocationShare/list', { documentNo: first([await h.row('CostAllocation', id)]).no })
    h.tell(
      `shares by ${basis}`,
      shares.map(one => `${one.sku} ${one.share}`),
    )
  }
}

async function letters(h: Hands): Promise<void> {
  const subject = `${h.mark} 茶水间`
  const letter = { subject, content: '咖啡机坏了两周', kind: 1 }
  await h.does('a letter', 'employee', '/emp/bossMsg', letter)
  const mine = first((await h.rows('boss', '/manager/managerInboxs')).filter(one => one.subject === subject))
  await h.does('a letter is read', 'boss', '/manager/managerToRead', { id: mine.id })
  await h.does('a letter is answered', 'boss', '/manager/bossMsgReply', { msgId: mine.id, content: '本周五换' })
  h.tell('answers', (await h.rows('employee', '/emp/empInboxs')).filter(one => String(one.subject).includes(h.mark)).length)
}

async function culture(h: Hands): Promise<void> {
  const title = `${h.mark} 放假通知`
  const hr = await h.person('hr')
  const notice = await h.does('a notice', 'hr', '/noticeSetting/notice', { title, content: '<p>放假三天</p>' })
  h.tell('a notice is published', (await hr.put('/noticeSetting/noticeAction', { id: notice.id, status: 1 })).code)
  const sales = await h.person('sales')
  const { data: page } = await sales.get('/noticeSetting/homePageNotices?pageSize=50')
  h.tell(
    'notices of a day',
    (page?.list ?? []).map((one: Data) => one.title),
  )
  const id: string = first(page?.list ?? []).id ?? ''
  h.tell('a notice is read', (await sales.get(`/noticeSetting/homePageNotice/${id}`)).code)
  await h.does('a notice is confirmed', 'sales', '/noticeSetting/confirmRead', { id })
  const times = { startAt: '2027-03-01T01:00:00.000Z', endAt: '2027-03-01T02:00:00.000Z' }
  await h.does('a date', 'sales', '/MyScheduleData/add', { title: `${h.mark} 例会`, ...times, visibility: 2 })
  await h.does('dates of March', 'sales', '/MyScheduleData/list', { startDate: '2027-03-01', endDate: '2027-03-31' })
}

async function uploaded(h: Hands, username: string, sentence: string): Promise<string> {
  const pdf = new Uint8Array(madePdf([sentence]))
  const { data } = await (await h.person(username)).bring('/fileUpload/upload', { type: 'ATTACHMENT' }, `${h.mark}.pdf`, pdf)
  return data?.id ?? ''
}

const ownIdOf = async (h: Hands, username: string): Promise<string> =>
  (await (await h.person(username)).get('/system/userprofile')).data?.employeeId ?? ''

async function paper(h: Hands): Promise<void> {
  const folder = await h.does('a folder', 'admin', '/folder/insert', { name: `${h.mark} 目录` })
  const [known] = await h.rows('admin', '/document/list')
  const header = { businessOn: h.today, title: `${h.mark} 流程`, folderId: folder.id, kindId: known?.kindId }
  const document = await h.does('a document', 'admin', '/document/insert', header)
  const file = [await uploaded(h, 'admin', `${h.mark} 锂电池退货必须附鉴定书`)]
  const { version } = await h.row('document', document.id)
  await h.does('a new version', 'admin', '/document/newVersion', { id: document.id, version, file, note: '首版' })
  const [made] = await h.rows('admin', '/documentVersion/list', { documentId: [document.id] })
  await h.does('a version is in force', 'admin', '/document/putInForce', { id: made?.id, effectiveOn: h.today })
  const [kind] = await h.rows('admin', '/contractKind/list', byCode)
  const [company] = await h.rows('admin', '/companyManage/list')
  const lines = { added: [{ name: '房租', trigger: 2, dueOn: '2026-12-20', share: '100' }] }
  const of = { kindId: kind?.id, companyId: company?.id, partyName: '甲方公司', validFrom: '2026-01-01', validTo: '2026-12-31' }
  const contract = {
    businessOn: h.today,
    title: `${h.mark} 合同`,
    ownerId: await ownIdOf(h, 'buyer'),
    side: 3,
    amount: '1200.01',
    ...of,
    lines,
  }
  const { id } = await h.does('a contract', 'buyer', '/contract/insert', contract)
  await h.does('a contract is sent', 'buyer', '/contract/submit', { id })
  await h.does('a contract is signed', 'buyer', '/contract/sign', { id, signOn: h.today, signed: [await uploaded(h, 'buyer', '签署件')] })
  await h.does('what it plans', 'admin', '/contractPlan/list', { contractId: [id] })
}

async function time(h: Hands): Promise<void> {
  const types = await h.rows('employee', '/leaveType/list', byCode)
  const stretch = { fromAt: '2026-12-16T09:00:00+08:00', toAt: '2026-12-16T18:00:00+08:00' }
  for (const type of types.slice(0, 3)) {
    const asked = { businessOn: h.today, typeId: type.id, ...stretch, reason: `${h.mark} 家事` }
    await h.does(`leave ${type.code}: before it is sent`, 'employee', '/leaveRequest/preview', { typeId: type.id, ...stretch })
    const { id } = await h.does(`leave ${type.code}`, 'employee', '/leaveRequest/insert', asked)
    await h.does(`leave ${type.code} is sent`, 'employee', '/leaveRequest/submit', { ids: [{ id }] })
    await h.does(`leave ${type.code} is withdrawn`, 'employee', '/leaveRequest/withdraw', { ids: [{ id }] })
  }
  const outing = { businessOn: h.today, ...stretch, place: '客户', reason: '拜访' }
  const { id } = await h.does('an outing', 'employee', '/outing/insert', outing)
  await h.does('an outing is sent', 'employee', '/outing/submit', { ids: [{ id }] })
}

async function production(h: Hands): Promise<void> {
  const { warehouseId, toId, productId } = await place(h, '4')
  const { productId: made } = await place(h, '5')
  await h.document('goodsIn', { warehouseId, kind: 4 }, [{ productId, quantity: '40', unitCost: '5', toId }], ['receive'])
  const bom: Values = { productId: made, kind: 1, validFrom: '2026-11-01', lines: { added: [{ partId: productId, per: '2' }] } }
  const { id: bomId } = await h.does('a bill', 'admin', '/bom/insert', { businessOn: h.today, ...bom })
  await h.does('a bill: submit', 'admin', '/bom/submit', { id: bomId })
  const order = { businessOn: h.today, productId: made, quantity: '10', startOn: h.today, dueOn: '2026-12-20', warehouseId }
  const { id } = await h.does('an order', 'admin', '/productionOrder/insert', order)
  for (const step of ['submit', 'issue']) await h.does(`an order: ${step}`, 'admin', `/productionOrder/${step}`, { id })
  await picked(h, (await h.row('productionOrder', id)).no)
  await h.does('an order: report', 'admin', '/productionOrder/report', { id, good: '10', minutes: 60 })
  await h.does('an order: complete', 'admin', '/productionOrder/complete', { id, quantity: '10' })
  await h.does('an order: cost', 'admin', '/productionOrder/cost', { id })
  await h.does('an order: close', 'admin', '/productionOrder/close', { id })
}

async function research(h: Hands): Promise<void> {
  const [category] = await h.rows('admin', '/productCategory/list')
  const [country] = await h.rows('admin', '/countryManage/list', byCode)
  const managerId = await ownIdOf(h, 'admin')
  const project = { name: `${h.mark} 保温杯`, managerId, categoryId: category?.id, businessOn: h.today, marketCodes: [country?.id] }
  const { id } = await h.does('a project of research', 'admin', '/rdProject/insert', project)
  for (const line of await h.rows('admin', '/rdDeliverable/list', { projectId: [id], gate: [1] }))
    await h.does(`${line.name} is spared`, 'admin', '/rdDeliverable/spare', { ids: [{ id: line.id }], note: '略' })
  await h.does('a gate is passed', 'admin', '/rdProject/pass', { ids: [{ id }], gate: 1, minutes: '可以做' })
  const sample = { name: `${h.mark} 首样`, kind: 2, quantity: 2, keeperId: managerId, projectId: id }
  const { id: sampleId } = await h.does('a sample', 'admin', '/sample/insert', sample)
  for (const step of ['submit', 'arrive']) await h.does(`a sample: ${step}`, 'admin', `/sample/${step}`, { ids: [{ id: sampleId }] })
  await h.does('a report of research', 'admin', '/researchReport/report', {
    by: ['project'],
    startDate: '2026-11-01',
    endDate: '2026-12-31',
  })
}

/** Their work, area by area. */
export async function workOf(at: At): Promise<Done[]> {
  const h = new Hands(at)
  const later = [files, costs, letters, culture, paper, time, production, research]
  for (const area of [...earlier, ...later, ...last]) await area(h)
  return h.done
}
