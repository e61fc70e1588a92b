/** Contracts, seals and certificates of the demo company, by its people. The same on every machine. */
import { addDays, addMonthsToDay } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { pdfOf } from './demo-pdf.ts'
import { stampPicture } from './demo-picture.ts'
import { addRecord, create } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { certificate, complianceRule } from './certificate-tables.ts'
import { bringCertificateKinds } from './certificates.ts'
import { contract, natures } from './contract-tables.ts'
import { bringKinds } from './kinds.ts'
import { contractEvent, triggers } from './plan-tables.ts'
import { repeatedDays } from './plan.ts'
import { seal, sealRequest } from './seal-tables.ts'

const take = (context: Context, r: Resource, id: string, step: string, input: Readonly<Record<string, unknown>> = {}) =>
  takeSteps(context, r, { ids: [{ id }], pick: { step }, input })
type Values = Readonly<Record<string, unknown>>
const picture = async (context: Context, name: string): Promise<string> =>
  keepUpload(context, { name: `${name}.png`, contentType: 'image/png', content: await stampPicture(), type: 'IMAGE' })
const clauses = [
  '一、双方应按约定的时间和数量履行。',
  '二、付款以验收合格和合规票据为前提。',
  '三、任何一方不得向第三方透露本文件的内容。',
  '四、争议由甲方所在地人民法院管辖。',
]
const paper = (context: Context, name: string): Promise<string> =>
  keepUpload(context, {
    name: `${name}.pdf`,
    contentType: 'application/pdf',
    content: pdfOf([name, '云帆跨境（演示）', ...clauses]),
    type: 'ATTACHMENT',
  })

interface Work {
  readonly buyer: Context
  readonly today: string
  readonly companyId: string
  readonly kindOf: (code: string) => string
}
type Planned = readonly [name: string, trigger: number, dueOn: string | null, days: number, amount: string]
const line = ([name, trigger, dueOn, days, amount]: Planned): Values => ({ name, trigger, dueOn, days, amount })

/** Made, submitted and, with a day, signed. */
async function agreed({ buyer, today, companyId }: Work, values: Values, plan: readonly Planned[], signOn: string | null): Promise<string> {
  const ownerId = buyer.caller.employeeId
  const { id } = await addRecord(buyer, contract, {
    businessOn: today,
    companyId,
    ownerId,
    draft: [await paper(buyer, `${asText(values['title'])}（文稿）`)],
    ...values,
    lines: { added: plan.map(line) },
  })
  if (signOn === null) return id
  await take(buyer, contract, id, 'submit')
  await take(buyer, contract, id, 'sign', { signOn, signed: [await paper(buyer, `${asText(values['title'])}（签署件）`)] })
  return id
}

export async function makeContracts(people: DemoPeople): Promise<void> {
  const [admin, buyer] = [await people.as('admin'), await people.as('buyer')]
  const today = dayInZone(people.now.getTime(), homeZone)
  const companies = await admin.db.selectFrom('company').select('id').where('status', '=', 1).orderBy('id').limit(1).execute()
  const companyId = asText(companies[0]?.id ?? '')
  if (companyId === '' || buyer.caller.employeeId === null) return
  await bringKinds(admin)
  const kinds = new Map(
    (await admin.db.selectFrom('contract_kind').select(['id', 'code']).execute()).map(one => [one.code, asText(one.id)]),
  )
  const work: Work = { buyer, today, companyId, kindOf: code => kinds.get(code) ?? '' }
  await makePlans(work)
  await makeSeals(people, work)
  await makeCertificates(people, work)
}

async function makePlans(work: Work): Promise<void> {
  const { buyer, today, kindOf } = work
  const suppliers = await buyer.db.selectFrom('supplier').select(['id', 'name']).where('status', '=', 2).orderBy('id').limit(20).execute()
  const { day, delivery } = triggers
  for (const [n, { id, name }] of suppliers.entries()) {
    const from = addDays(today, -300 + n * 9)
    const plan: readonly Planned[] = [
      ['首批货款', delivery[0], null, 7, '30000'],
      ['到货款', delivery[0], null, 15, '60000'],
      ['尾款', day[0], addDays(today, 10 + n * 7), 0, '10000'],
    ]
    const values = { kindId: kindOf('CG'), side: 1, supplierId: asText(id), partyName: name, amount: '100000', taxRate: '13' }
    await agreed(
      work,
      { ...values, title: `${name} 年度采购合同`, validFrom: from, validTo: addDays(from, 364 + (n % 3) * 180) },
      plan,
      n % 5 === 4 ? null : addDays(from, -2),
    )
    const party = { side: 1, supplierId: asText(id), partyName: name, validFrom: from, validTo: addDays(today, 500 + n * 10) }
    const frame = { ...party, title: `${name} 采购框架合同`, kindId: kindOf('CGKJ'), nature: natures.frame[0] }
    await agreed(work, frame, [], addDays(from, -2))
    await agreed(work, { ...party, title: `${name} 保密协议`, kindId: kindOf('BM') }, [], addDays(from, -2))
  }
  await makeOthers(work)
}

/** with whom the services of a year were agreed; those of the first three end within a month */
const parties = [
  '深圳海运物流有限公司',
  '义乌仓储服务有限公司',
  '上海法务咨询有限公司',
  '杭州云服务有限公司',
  '宁波报关行有限公司',
  '广州检测技术有限公司',
  '上海会计师事务所',
  '杭州人力资源服务有限公司',
  '深圳摄影工作室',
  '东莞包装设计有限公司',
  '厦门翻译服务有限公司',
  '苏州软件有限公司',
  '杭州保洁服务有限公司',
  '上海视频制作有限公司',
  '深圳测评服务有限公司',
  '宁波货运代理有限公司',
  '金华包装材料有限公司',
  '杭州网络安全有限公司',
  '北京知识产权代理有限公司',
  '成都客服外包有限公司',
  '杭州财税咨询有限公司',
  '东莞样品制作有限公司',
  '上海保险经纪有限公司',
  '杭州培训服务有限公司',
  '广州展览服务有限公司',
] as const
/** what the last of them asks for: the general manager decides about it */
const dear = '120000'

const other = (title: string, partyName: string, more: Values): Values => ({ title, partyName, side: 3, ...more })
async function makeOthers(work: Work): Promise<void> {
  const { buyer, today, kindOf } = work
  const { day, sign, acceptance, warranty } = triggers
  // two payments that are late; one waits for an acceptance
  const tools = await agreed(
    work,
    other('注塑模具开发合同', '宁波精模科技有限公司', {
      kindId: kindOf('JSKF'),
      amount: '90000',
      validFrom: addDays(today, -120),
      validTo: addDays(today, 240),
    }),
    [
      ['首付款', sign[0], null, 7, '27000'],
      ['试模款', day[0], addDays(today, -12), 0, '27000'],
      ['验收款', acceptance[0], null, 30, '31500'],
      ['质保金', warranty[0], null, 0, '4500'],
    ],
    addDays(today, -118),
  )
  await create(buyer, contractEvent, { contractId: tools, kind: 1, day: addDays(today, -20), note: 'T1 样件已到' })
  const rentFrom = `${addMonthsToDay(`${today.slice(0, 7)}-01`, 1).slice(0, 7)}-01`
  const rentTo = addDays(addMonthsToDay(rentFrom, 36), -1)
  const rent = repeatedDays(rentFrom, rentTo, 1, 36).map((dueOn, n): Planned => [`房租 ${n + 1}/36`, day[0], dueOn, 0, '28000'])
  const lease = await agreed(
    work,
    other('滨江办公室租赁合同', '杭州滨江物业有限公司', { kindId: kindOf('ZL'), amount: '1008000', validFrom: rentFrom, validTo: rentTo }),
    rent,
    addDays(rentFrom, -10),
  )
  await agreed(
    work,
    other('滨江办公室租赁合同 补充协议（增租车位）', '杭州滨江物业有限公司', {
      kindId: kindOf('ZL'),
      nature: natures.supplement[0],
      parentId: lease,
      amount: '12000',
      validFrom: rentFrom,
    }),
    [['车位费', day[0], addDays(today, 20), 0, '12000']],
    addDays(today, -3),
  )
  for (const [n, partyName] of parties.entries())
    await agreed(
      work,
      other(`${partyName} 服务合同`, partyName, {
        kindId: kindOf(n < 2 ? 'WLCC' : n % 3 === 0 ? 'BM' : 'FW'),
        amount: n === parties.length - 1 ? dear : '36000',
        validFrom: addDays(today, -350 + n * 6),
        validTo: addDays(today, n < 3 ? 8 + n * 7 : 60 + n * 25),
      }),
      [['年费', day[0], addDays(today, 5 + n * 8), 0, n === parties.length - 1 ? dear : '36000']],
      // two are still to be signed
      n > 22 ? null : addDays(today, -355 + n * 6),
    )
}

const purposes = [
  '投标文件',
  '银行开户资料',
  '商标注册委托书',
  '海关备案',
  '年度审计询证函',
  '物流合作协议',
  '仓库租赁补充协议',
  '进出口备案变更',
  '平台入驻资料',
  '检测委托书',
  '员工收入证明',
  '供应商保密协议',
] as const

async function makeSeals(people: DemoPeople, { today, companyId }: Work): Promise<void> {
  const [admin, employee] = [await people.as('admin'), await people.as('employee')]
  const hr = await people.as('hr')
  const keeperId = hr.caller.employeeId
  const ids: string[] = []
  for (const [name, kind] of [
    ['云帆 公章', 1],
    ['云帆 合同章', 2],
    ['云帆 财务章', 3],
  ] as const)
    ids.push((await create(admin, seal, { name, kind, companyId, keeperId, place: '行政部保险柜' })).id)
  for (const [n, purpose] of purposes.entries()) {
    const papers = [await paper(employee, purpose)]
    const { id } = await addRecord(employee, sealRequest, {
      businessOn: addDays(today, -n * 4),
      sealId: ids[n % 3],
      purpose,
      papers,
      copies: 2 + (n % 6),
    })
    if (n === 0) continue
    await take(employee, sealRequest, id, 'submit')
    if (n < 3) continue
    await take(hr, sealRequest, id, 'use', { stamped: 2, photo: [await picture(hr, purpose)] })
    if (n > 3) await take(hr, sealRequest, id, 'archive', { archive: [await paper(hr, `${purpose}（盖章件）`)] })
  }
}

/** Code of the kind, name, number, country, days from today until which it holds. */
const papers = [
  ['YYZZ', '营业执照', '91330108MA2CG3XX0K', 'CN', null],
  ['JCK', '进出口货物收发货人备案', '3301961XYZ', 'CN', null],
  ['SB', 'YUNFAN 商标', 'EU018234567', 'DE', 1_900],
  ['SB', 'YUNFAN 商标', 'US6123456', 'US', 55],
  ['SB', 'YUNFAN 商标', 'UK00003512345', 'GB', 2_300],
  ['CE', 'CE 符合性声明', 'CE-2024-0117', 'DE', 20],
  ['FCC', 'FCC 认证', '2AXYZ-YF01', 'US', null],
  ['UKCA', 'UKCA 声明', 'UKCA-0031', 'GB', -15],
  ['LUCID', '德国包装注册', 'DE4512345678901', 'DE', 300],
  ['EPR-FR', '法国包装 EPR', 'FR217654_01ABCD', 'FR', 120],
  ['EPR-ES', '西班牙包装 EPR', 'ENV/2024/000123', 'ES', -3],
  ['EUREP', '欧盟责任人', 'EUAR-88213', 'DE', 200],
  ['PSE', 'PSE 认证', 'JP-PSE-7781', 'JP', 700],
  ['SB', 'YUNFAN 商标', 'CN51234567', 'CN', 2_100],
  ['SB', 'YUNFAN 商标', 'JP6543210', 'JP', 1_500],
  ['SB', 'YUNFAN 商标', 'TMA1123456', 'CA', 900],
  ['SB', 'LUMO 商标', 'EU018765432', 'FR', 1_200],
  ['SB', 'LUMO 商标', 'AU2212345', 'AU', 1_700],
  ['FM', '折叠灯臂发明专利', 'ZL202110234567.8', 'CN', 4_800],
  ['SYXX', '散热结构实用新型', 'ZL202220345678.9', 'CN', 1_900],
  ['WG', '台灯外观设计', 'ZL202330456789.0', 'CN', 2_600],
  ['WG', '充电宝外观设计', 'RCD-009123456', 'DE', 800],
  ['BQ', '说明书插图版权', '国作登字-2024-F-00123', 'CN', null],
  ['RoHS', 'RoHS 报告', 'ROHS-24-0456', 'DE', 410],
  ['REACH', 'REACH 报告', 'REACH-24-0457', 'FR', 410],
  ['CE', 'CE 符合性声明（充电宝）', 'CE-2025-0041', 'FR', 640],
  ['UL', 'UL 认证', 'E512345', 'US', 500],
  ['ETL', 'ETL 认证', 'ETL-5011234', 'CA', 350],
  ['FDA', 'FDA 登记', 'FDA-3012345678', 'US', 80],
  ['CPC', '儿童产品证书', 'CPC-2025-07', 'US', 260],
  ['3C', '3C 证书', '2025010907654321', 'CN', 1_000],
  ['WEEE-DE', '德国 WEEE 注册', 'DE98765432', 'DE', 45],
  ['BATT', '电池法注册', 'BATT-21012345', 'DE', 200],
  ['UKREP', '英国责任人', 'UKRP-55120', 'GB', 150],
  ['EUREP', '欧盟责任人', 'EUAR-88214', 'PL', 200],
] as const

async function makeCertificates(people: DemoPeople, { today, companyId }: Work): Promise<void> {
  const admin = await people.as('admin')
  await bringCertificateKinds(admin)
  const kinds = new Map(
    (await admin.db.selectFrom('certificate_kind').select(['id', 'code']).execute()).map(one => [one.code, asText(one.id)]),
  )
  const countries = new Map((await admin.db.selectFrom('country').select(['id', 'code']).execute()).map(one => [one.code, asText(one.id)]))
  const ownerId = (await people.as('buyer')).caller.employeeId
  // four of those that are listed in Germany were never registered
  const listed = await admin.db
    .selectFrom('sku_map as m')
    .innerJoin('shop as s', 's.id', 'm.shop_id')
    .select('m.product_id')
    .distinct()
    .where('s.country_code', '=', 'DE')
    .orderBy('m.product_id')
    .limit(500)
    .execute()
  const registered = listed.slice(4).map(row => asText(row.product_id))
  for (const [code, name, number, country, days] of papers) {
    const countryId = countries.get(country)
    const { id } = await addRecord(admin, certificate, {
      businessOn: today,
      name,
      kindId: kinds.get(code),
      number,
      companyId,
      countries: countryId === undefined ? [] : [countryId],
      productIds: code === 'WEEE-DE' ? registered : [],
      validFrom: addDays(today, -400),
      validTo: days === null ? null : addDays(today, days),
      ownerId,
      originalPlace: '行政部保险柜',
      files: [await paper(admin, `${name} ${country}`)],
      lines: { added: code === 'SB' ? [{ name: '续展费', dueOn: addDays(today, 60), amount: '2700', currency: 'CNY' }] : [] },
    })
    await take(admin, certificate, id, 'issue')
  }
  const categories = await admin.db
    .selectFrom('product_category')
    .select('id')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .limit(3)
    .execute()
  const needs = [
    ['DE', 'LUCID'],
    ['DE', 'WEEE-DE'],
    ['DE', 'CE'],
    ['GB', 'UKCA'],
    ['ES', 'EPR-ES'],
    ['US', 'FCC'],
  ] as const
  for (const { id: categoryId } of categories)
    for (const [countryCode, code] of needs)
      await create(admin, complianceRule, {
        categoryId: asText(categoryId),
        countryCode,
        kindId: kinds.get(code),
        must: true,
        source: '演示：按公司整理的要求，待核实',
        validFrom: '2025-01-01',
      })
}
