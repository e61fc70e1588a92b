/** Whom goods come from and where they lie and travel: suppliers, warehouses, logistics channels. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, decimal, flag, integer, links, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { paymentTerms } from './payment-terms.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedById, ownOrganisation } from '#platform/declare/scope.ts'

/** whom one calls at a supplier is the buyers' knowledge: who books or pays his goods need not have it */
const contacts = { operation: 100, title: ['查看联系方式', 'See contacts'] } as const

export const supplier = resource('supplier', {
  type: 'supplier',
  title: ['供应商', 'Supplier'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('供应商编号', 'Code', {
      max: 30,
      filter: 'equals',
      sort: true,
      editDisabled: true,
      synonyms: ['供应商编码', '供应商代码', '厂商编号'],
    }),
    name: text('供应商名称', 'Name', {
      max: 100,
      filter: 'contains',
      sort: true,
      width: 220,
      synonyms: ['供应商', '厂商名称', '公司名称', '供货商'],
    }),
    shortName: text('简称', 'Short name', { max: 30, optional: true }),
    categoryIds: links('供应品类', 'Supplies', 'product_category', {
      optional: true,
      filter: 'select',
      help: ['能供应哪些品类的商品，选上级品类即包含其下各级', 'What kinds of goods it supplies'],
    }),
    buyerId: reference('采购负责人', 'Buyer', 'employee', { optional: true, filter: 'select', width: 110 }),
    firstBuyerId: reference('建档时负责人', 'Buyer at creation', 'employee', { optional: true, atCreation: 'buyerId', show: false }),
    firstDeptId: reference('建档时部门', 'Department at creation', 'department', {
      optional: true,
      atCreation: 'buyerId.deptId',
      filter: 'select',
      show: false,
    }),
    contact: text('联系人', 'Contact', { max: 50, optional: true, filter: 'contains', see: contacts, synonyms: ['联系人姓名'] }),
    phone: text('电话', 'Phone', { max: 30, optional: true, see: contacts, synonyms: ['联系电话', '手机', '手机号'] }),
    currency: referenceBy('结算币种', 'Currency', 'currency', 'code', { default: 'CNY', filter: 'select' }),
    termsId: reference('付款条件', 'Terms of payment', 'payment_terms', {
      optional: true,
      filter: 'select',
      choosableWhere: { status: 1 },
      width: 160,
    }),
    /** the longest of its terms: flows of approval ask for it */
    paymentDays: integer('账期（天）', 'Payment days', { default: 0, computed: true, sort: true }),
    billing: choice(
      '开票',
      'Invoices',
      { special: [1, '专票', 'VAT, deductible', 'info'], plain: [2, '普票', 'Plain', 'quiet'], none: [3, '不开票', 'None', 'quiet'] },
      { default: 3, filter: 'select', width: 90, help: ['只有专票的税额不计入成本', 'Only with the first is tax no cost'] },
    ),
    taxRate: decimal('税率（%）', 'Tax, %', 4, { default: '13', min: 0, max: 100, show: false, width: 90 }),
    status: choice(
      '状态',
      'Status',
      {
        potential: [1, '潜在', 'Potential', 'quiet'],
        approved: [2, '合格', 'Approved', 'good'],
        suspended: [3, '暂停', 'Suspended', 'warn'],
        blackListed: [4, '黑名单', 'Black-listed', 'bad'],
      },
      { default: 1, filter: 'select' },
    ),
    address: text('地址', 'Address', { max: 200, optional: true, show: false, synonyms: ['联系地址', '公司地址', '详细地址'] }),
    bankName: text('开户行', 'Bank', { max: 100, optional: true, show: false, synonyms: ['开户银行'] }),
    bankHolder: text('户名', 'Account holder', { max: 100, optional: true, show: false, synonyms: ['账户名称', '开户名'] }),
    bankAccount: text('银行账号', 'Bank account', { max: 40, optional: true, show: false, sensitive: true, width: 190 }),
  },
  list: {
    find: 'code',
    sort: { field: 'code', way: 'ASC' },
    empty: ['向公司供货或提供服务的单位，合同和采购单引用', 'Who supplies goods or services'],
  },
  record: { label: 'name' },
  storage: { kind: 'reference', key: ['code'] },
  life: {
    approval: approval(
      {
        admission: { title: ['供应商准入', 'New supplier'], fields: { status: [2] }, onAdd: { status: 2 } },
        bank: { title: ['变更银行账户', 'Change of the bank account'], fields: { bankName: true, bankHolder: true, bankAccount: true } },
      },
      { figures: ['code', 'buyerId', 'currency', 'termsId'] },
    ),
  },
})

/** who sends, as carriers print it */
const line = (zh: string, en: string, max: number) => text(zh, en, { max, optional: true, show: false })
const shipFrom = {
  fromName: line('发件人', 'Ship from', 60),
  fromPhone: line('发件电话', 'Phone', 30),
  fromLine1: line('发件地址', 'Address', 120),
  fromLine2: line('发件地址（续）', 'Address, continued', 120),
  fromCity: line('发件城市', 'City', 60),
  fromState: line('发件州/省', 'State', 60),
  fromPostcode: line('发件邮编', 'Postcode', 20),
}

export const warehouse = resource('warehouse', {
  type: 'warehouse',
  title: ['仓库', 'Warehouse'],
  access: { scope: grantedById('warehouses') },
  fields: {
    code: text('仓库编号', 'Code', { max: 30, filter: 'equals', sort: true, editDisabled: true }),
    name: text('仓库名称', 'Name', { max: 60, filter: 'contains', sort: true }),
    kind: choice(
      '类型',
      'Kind',
      { own: [1, '自营仓', 'Own'], platform: [2, '平台仓', 'Marketplace'], thirdParty: [3, '第三方仓', 'Third party'] },
      { default: 1, filter: 'select' },
    ),
    countryCode: referenceBy('国家', 'Country', 'country', 'code', { optional: true, filter: 'select' }),
    companyId: reference('公司主体', 'Legal entity', 'company', { optional: true, filter: 'select', show: false }),
    bins: flag('分库位', 'Kept by bin', {
      default: true,
      show: false,
      help: ['关闭后货物只分收货、待检、不良等区，不分库位', 'Off: goods are told apart by area alone'],
    }),
    byTask: flag('按作业管理', 'Works by tasks', {
      default: false,
      show: false,
      help: ['打开后入库、拣货、盘点都生成作业，在手机上完成', 'Receipts, picks and counts become tasks that are done on the phone'],
    }),
    keptSince: date('库存账启用日期', 'Ledger kept since', { optional: true, computed: true, filter: 'range', width: 130 }),
    ...shipFrom,
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: {
    find: 'code',
    sort: { field: 'code', way: 'ASC' },
    empty: ['自营、平台和第三方仓库，按人授权后可见', 'Warehouses, seen by whom they were granted to'],
  },
  record: { label: 'name' },
  storage: { kind: 'reference', key: ['code'] },
})

export const logisticsChannel = resource('logistics_channel', {
  type: 'logisticsChannel',
  title: ['物流渠道', 'Logistics channel'],
  access: { scope: grantedById('channels') },
  fields: {
    code: text('渠道编号', 'Code', { max: 30, filter: 'equals', sort: true, editDisabled: true }),
    name: text('渠道名称', 'Name', { max: 60, filter: 'contains', sort: true }),
    mode: choice(
      '运输方式',
      'Mode',
      {
        sea: [1, '海运', 'Sea'],
        air: [2, '空运', 'Air'],
        rail: [3, '铁路', 'Rail'],
        express: [4, '快递', 'Express'],
        truck: [5, '卡车', 'Truck'],
      },
      { filter: 'select' },
    ),
    carrier: text('承运商', 'Carrier', { max: 60, optional: true, filter: 'contains' }),
    divisor: integer('体积重除数（cm³/kg）', 'Divisor (cm³/kg)', {
      min: 1_000,
      max: 20_000,
      default: 6_000,
      show: false,
      help: ['长×宽×高÷除数为体积重，空运、快递一般 5000 或 6000', 'Length × width × height ÷ divisor; 5000 or 6000 by air'],
    }),
    minWeight: decimal('最低计费重（kg）', 'Least weight (kg)', 3, { min: 0, default: '0', show: false }),
    weightStep: decimal('计费重进位（kg）', 'Weight step (kg)', 3, { min: 0.001, default: '0.5', show: false }),
    prepDays: integer('备货天数', 'Days to prepare', { min: 0, max: 365, default: 3, show: false }),
    transitDays: integer('运输天数', 'Days in transit', { min: 1, max: 365, optional: true }),
    receiveDays: integer('上架天数', 'Days to receive', { min: 0, max: 365, default: 6, show: false }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: {
    find: 'code',
    sort: { field: 'code', way: 'ASC' },
    empty: ['头程和尾程的运输渠道，按人授权后可见', 'Transport channels, seen by whom they were granted to'],
  },
  record: { label: 'name' },
  storage: { kind: 'reference', key: ['code'] },
})

export const partnerTables = { paymentTerms, supplier, warehouse, logisticsChannel }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof partnerTables> {}
}
