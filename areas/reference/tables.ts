/** What everything else refers to: countries, currencies and their rates, marketplaces, shops, products and the names shops give them. */
import {
  choice,
  choices,
  date,
  decimal,
  files,
  flag,
  integer,
  month,
  reference,
  referenceBy,
  richText,
  text,
  zoneName,
} from '#platform/declare/fields.ts'
import { complianceBadge } from './compliance-badge.ts'
import { packedFields } from './packed-fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { platformChoices } from './platforms.ts'
import { everybody, grantedShops, grantedShopsById, ownOrganisation } from '#platform/declare/scope.ts'

export const country = resource('country', {
  type: 'country',
  title: ['国家', 'Country'],
  access: { scope: everybody },
  fields: {
    code: text('国家代码', 'Code', {
      min: 2,
      max: 2,
      filter: 'equals',
      sort: true,
      editDisabled: true,
      help: ['ISO 3166 两位代码，如 DE', 'ISO 3166 code of two letters'],
    }),
    name: text('中文名称', 'Chinese name', { max: 50, filter: 'contains', sort: true }),
    nameEn: text('英文名称', 'English name', { max: 80, filter: 'contains', sort: true }),
  },
  list: {
    sort: { field: 'code', way: 'ASC' },
    empty: ['销售、采购和发货涉及的国家和地区', 'Countries the company sells in, buys from and ships to'],
  },
  record: { labelEn: 'nameEn' },
  storage: { kind: 'reference', organisation: false, key: ['code'] },
})

export const currency = resource('currency', {
  type: 'currency',
  title: ['币种', 'Currency'],
  access: { scope: everybody },
  fields: {
    code: text('币种代码', 'Code', {
      min: 3,
      max: 3,
      filter: 'equals',
      sort: true,
      editDisabled: true,
      help: ['ISO 4217 三位代码，如 EUR', 'ISO 4217 code of three letters'],
    }),
    name: text('币种名称', 'Chinese name', { max: 50, filter: 'contains', sort: true }),
    nameEn: text('英文名称', 'English name', { max: 80, default: '', filter: 'contains', sort: true }),
    decimals: integer('小数位', 'Decimals', { min: 0, max: 4, default: 2 }),
  },
  list: { sort: { field: 'code', way: 'ASC' }, empty: ['收付款和报表使用的货币', 'Currencies of payments and reports'] },
  record: { label: 'code', option: { search: ['name', 'nameEn'], detail: ['name'], detailEn: ['nameEn'] } },
  storage: { kind: 'reference', organisation: false, key: ['code'] },
})

/** One site of a marketplace. `zone` is the one in which its reports count days. */
export const marketplace = resource('marketplace', {
  type: 'marketplace',
  title: ['站点', 'Marketplace'],
  access: { scope: everybody },
  fields: {
    code: text('站点代码', 'Code', {
      max: 40,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      help: ['如 amazon.de', 'Such as amazon.de'],
    }),
    name: text('站点名称', 'Chinese name', { max: 50, filter: 'contains', sort: true }),
    nameEn: text('英文名称', 'English name', { max: 80, default: '', filter: 'contains', sort: true }),
    platform: choice('平台', 'Platform', platformChoices, { filter: 'select', sort: true }),
    countryCode: referenceBy('国家', 'Country', 'country', 'code', { optional: true, filter: 'select' }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select' }),
    zone: zoneName('报表时区', 'Reporting zone', {
      help: ['平台报表按此时区计日，如 America/Los_Angeles', 'IANA zone in which the reports count days'],
    }),
    amazonId: text('亚马逊站点编号', 'Amazon marketplace id', { max: 20, optional: true, synonyms: ['Amazon 站点编号'] }),
  },
  list: { sort: { field: 'code', way: 'ASC' }, empty: ['店铺所在的平台站点', 'Sites of the marketplaces on which shops are run'] },
  record: { label: 'name', labelEn: 'nameEn' },
  storage: { kind: 'reference', organisation: false, key: ['code'] },
})

const ownFields = {
  /** as the installation called it when the organisation chose its own word */
  originalName: (path: string) => text('原名', 'Original name', { optional: true, atCreation: path }),
  name: text('本组织名称', 'Own name', {
    max: 50,
    optional: true,
    filter: 'contains',
    sort: true,
    help: ['只在本组织显示；留空则用原名', 'Shown in this organisation alone; empty: the original name'],
  }),
  hidden: flag('不再提供选择', 'Not offered', {
    default: false,
    filter: 'select',
    help: ['开启后下拉框不再列出，已有的数据不变', 'Selects no longer list it; records that hold it stay'],
  }),
}

/**
 * What an organisation calls countries, currencies and sites for itself, and which it does not offer. The records themselves are the
 * installation's.
 */
export const countryOwn = resource('country_own', {
  type: 'countryOwn',
  title: ['国家别名', 'Own names of countries'],
  access: { scope: ownOrganisation, permission: 'country' },
  fields: {
    countryId: reference('国家', 'Country', 'country', { editDisabled: true, filter: 'select' }),
    originalName: ownFields.originalName('countryId.name'),
    name: ownFields.name,
    hidden: ownFields.hidden,
  },
  list: { empty: ['本组织要改名或不再提供选择的国家', 'Countries that this organisation calls otherwise, or does not offer'] },
  record: { label: 'originalName' },
  storage: { kind: 'reference', key: ['countryId'], ownWordsOf: 'countryId' },
})
export const currencyOwn = resource('currency_own', {
  type: 'currencyOwn',
  title: ['币种别名', 'Own names of currencies'],
  access: { scope: ownOrganisation, permission: 'currency' },
  fields: {
    currencyId: reference('币种', 'Currency', 'currency', { editDisabled: true, filter: 'select' }),
    originalName: ownFields.originalName('currencyId.name'),
    name: ownFields.name,
    hidden: ownFields.hidden,
  },
  list: { empty: ['本组织要改名或不再提供选择的币种', 'Currencies that this organisation calls otherwise, or does not offer'] },
  record: { label: 'originalName' },
  storage: { kind: 'reference', key: ['currencyId'], ownWordsOf: 'currencyId' },
})
export const marketplaceOwn = resource('marketplace_own', {
  type: 'marketplaceOwn',
  title: ['站点别名', 'Own names of marketplaces'],
  access: { scope: ownOrganisation, permission: 'marketplace' },
  fields: {
    marketplaceId: reference('站点', 'Marketplace', 'marketplace', { editDisabled: true, filter: 'select' }),
    originalName: ownFields.originalName('marketplaceId.name'),
    name: ownFields.name,
    hidden: ownFields.hidden,
  },
  list: { empty: ['本组织要改名或不再提供选择的站点', 'Marketplaces that this organisation calls otherwise, or does not offer'] },
  record: { label: 'originalName' },
  storage: { kind: 'reference', key: ['marketplaceId'], ownWordsOf: 'marketplaceId' },
})

export const shop = resource('shop', {
  type: 'shop',
  title: ['店铺', 'Shop'],
  access: { scope: grantedShopsById },
  fields: {
    name: text('店铺名称', 'Name', { max: 60, filter: 'contains', sort: true }),
    accountName: text('卖家账号', 'Seller account', { max: 60, filter: 'contains', sort: true }),
    countryCode: referenceBy('国家', 'Country', 'country', 'code', {
      filter: 'select',
      optional: true,
      help: ['选了国家，站点只列出这个国家的；不分国家的站点请留空', 'Narrows the marketplaces; leave it out for those of no country'],
    }),
    marketplaceCode: referenceBy('站点', 'Marketplace', 'marketplace', 'code', {
      filter: 'select',
      sort: true,
      editDisabled: true,
      narrowedBy: { countryCode: 'countryCode' },
    }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', editDisabled: true }),
    companyId: reference('公司主体', 'Legal entity', 'company', { optional: true, filter: 'select' }),
    handlingDays: integer('发货时限（工作日）', 'Working days to ship', { default: 2, min: 1, max: 30, show: false }),
    firstLegDays: integer('头程天数', 'Days of the first leg', { default: 30, min: 0, max: 365, show: false }),
    warehouseId: reference('发货仓库', 'Ships from', 'warehouse', {
      optional: true,
      filter: 'select',
      show: false,
      help: ['选了仓库，已付款未发货的订单自动生成出库单', 'With a warehouse, paid orders that are not shipped become goods issues'],
    }),
    status: choice(
      '状态',
      'Status',
      { open: [1, '营业', 'Open', 'good'], closed: [2, '停业', 'Closed', 'quiet'] },
      { default: 1, filter: 'select' },
    ),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['在各平台站点开设的店铺，报表文件导入到店铺名下', 'Shops on marketplaces; report files are imported into a shop'],
  },
  storage: { kind: 'reference', key: ['name'] },
})

/** CNY for one unit of the currency, in one month of the books. A missing rate leaves figures empty, it is never 0 or 1. */
export const currencyRate = resource('currency_rate', {
  type: 'currencyRate',
  title: ['汇率', 'Exchange rate'],
  access: { scope: ownOrganisation },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', sort: true, editDisabled: true }),
    rate: decimal('对人民币汇率', 'Rate to CNY', 10, {
      min: 0.000001,
      inline: true,
      help: ['1 单位外币折合的人民币', 'CNY for one unit of the currency'],
    }),
    source: text('来源', 'Source', { max: 100, optional: true, inline: true }),
  },
  list: {
    batchDelete: { year: 'month' },
    shownAs: { card: { title: 'currency', subtitle: 'month', amount: 'rate' } },
    sort: { field: 'month', way: 'DESC' },
    empty: ['每月各币种折合人民币的记账汇率', 'Monthly booking rates to CNY'],
  },
  record: { label: 'rate' },
  storage: { kind: 'reference', key: ['month', 'currency'], checks: ['rate > 0'] },
  life: { closes: { on: 'month', but: ['source'] } },
})

/** What kinds of goods there are, from the wide to the narrow. A name is used once, so that files can name a category. */
export const productCategory = resource('product_category', {
  type: 'productCategory',
  title: ['商品品类', 'Product category'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('品类名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    parentId: reference('上级品类', 'Above', 'product_category', { optional: true, filter: 'select' }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['商品按用途和材质归到的类别，可以分多层', 'What products are sorted by, in several levels'],
  },
  record: { tree: 'parentId' },
  storage: { kind: 'reference', key: ['name'], index: [['parentId']] },
})

/** What a carrier and a warehouse must know of the goods. */
export const handlingChoices = {
  battery: [1, '带电', 'Battery'],
  magnetic: [2, '带磁', 'Magnetic'],
  liquid: [3, '液体', 'Liquid'],
  powder: [4, '粉末', 'Powder'],
  fragile: [5, '易碎', 'Fragile'],
  food: [6, '接触食品', 'Food contact'],
} as const

export const product = resource('product', {
  type: 'product',
  title: ['商品', 'Product'],
  access: { scope: ownOrganisation },
  fields: {
    sku: text('库存 SKU', 'Stock SKU', {
      max: 60,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      // the nearer to a code of our own first: 型号 is what a supplier calls it where he has no number of goods
      synonyms: ['商品编码', '产品编码', '货号', '商品编号', '产品编号', '款号', '型号'],
    }),
    name: text('商品名称', 'Name', {
      max: 120,
      filter: 'contains',
      sort: true,
      inline: true,
      synonyms: ['品名', '产品名称', '货品名称', '中文品名'],
    }),
    brand: text('品牌', 'Brand', { max: 50, optional: true, filter: 'contains', sort: true, inline: true, synonyms: ['商标', '品牌名称'] }),
    categoryId: reference('品类', 'Category', 'product_category', {
      optional: true,
      filter: 'select',
      sort: true,
      synonyms: ['类目', '商品类目', '商品分类', '产品分类'],
    }),
    status: choice(
      '状态',
      'Status',
      { active: [1, '在售', 'Active', 'good'], phaseOut: [2, '清仓', 'Phase-out', 'warn'], stopped: [3, '停售', 'Stopped', 'quiet'] },
      { default: 1, filter: 'select', as: 'radio', inline: true },
    ),
    compliance: complianceBadge(),
    handling: choices('物流属性', 'Handling', handlingChoices, {
      optional: true,
      filter: 'select',
      help: ['承运商和仓库据此判断能否收货', 'Carriers and warehouses go by it'],
    }),
    netWeight: decimal('单件净重（kg）', 'Net weight (kg)', 3, {
      optional: true,
      min: 0,
      sort: true,
      decimals: 3,
      inline: true,
      // only with their unit: a weight in grams would be a thousand times too much
      synonyms: ['净重（kg）', '净重(kg)', '单件净重(kg)'],
    }),
    ...packedFields,
    soldFrom: date('开售日期', 'Sold from', {
      optional: true,
      show: false,
      sort: true,
      rangeTo: 'soldUntil',
      rangeTitle: ['销售期', 'Sold'],
    }),
    soldUntil: date('停售日期', 'Sold until', { optional: true, show: false, sort: true }),
    pictures: files('商品图片', 'Pictures', { optional: true, accept: 'image', max: 8 }),
    description: richText('商品描述', 'Description', { optional: true }),
  },
  list: {
    find: 'sku',
    scans: [{ field: 'sku', kind: 'item' }],
    sort: { field: 'sku', way: 'ASC' },
    empty: ['公司自己的商品，平台 SKU 对应到它', 'Products of the company, to which seller SKUs are mapped'],
  },
  record: { label: 'sku', picture: 'pictures', option: { search: ['name'], detail: ['name'], group: 'categoryId' }, thread: true },
  storage: { kind: 'reference', key: ['sku'], index: [['categoryId']] },
})

/** The name a shop gives to a product. */
export const skuMap = resource('sku_map', {
  type: 'skuMap',
  title: ['SKU 配对', 'SKU mapping'],
  access: { scope: grantedShops },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, editDisabled: true }),
    sellerSku: text('MSKU', 'Seller SKU', {
      max: 80,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      synonyms: ['平台 SKU', '店铺 SKU', '卖家 SKU', 'seller-sku'],
    }),
    productId: reference('商品', 'Product', 'product', { filter: 'select', filterAs: 'groups', sort: true }),
    compliance: complianceBadge(),
  },
  list: {
    find: 'sellerSku',
    sort: { field: 'sellerSku', way: 'ASC' },
    empty: ['店铺的平台 SKU 与公司商品的对应', 'Which product a seller SKU of a shop stands for'],
  },
  record: { label: 'sellerSku' },
  storage: { kind: 'reference', key: ['shopId', 'sellerSku'], index: [['productId']] },
})

/** Who sells an SKU of a shop, and from when until when: the salesman of reports is the one of the day. */
export const skuOwner = resource('sku_owner', {
  type: 'skuOwner',
  title: ['店铺员工商品归属', 'SKU owner'],
  access: { scope: grantedShops },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, editDisabled: true }),
    sellerSku: text('MSKU', 'Seller SKU', {
      max: 80,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      synonyms: ['平台 SKU', '店铺 SKU', '卖家 SKU', 'seller-sku'],
    }),
    employeeId: reference('业务员', 'Salesman', 'employee', { filter: 'select', synonyms: ['归属人', '员工'] }),
    deptId: reference('归属部门', 'Department', 'department', { optional: true, filter: 'select', atCreation: 'employeeId.deptId' }),
    validFrom: date('生效日期', 'Valid from', { sort: true, synonyms: ['开始日期'] }),
    validTo: date('失效日期', 'Valid to', { optional: true, sort: true, synonyms: ['结束日期'] }),
    remark: text('备注', 'Remark', { max: 200, optional: true }),
  },
  list: {
    batchDelete: { by: 'shopId', date: 'validFrom' },
    sort: { field: 'sellerSku', way: 'ASC' },
    empty: ['谁从哪天到哪天负责店铺的哪个平台 SKU，一天只归一人', 'Who sells which SKU of a shop, from which day until which'],
  },
  record: { label: 'sellerSku' },
  storage: { kind: 'reference', key: ['shopId', 'sellerSku', 'validFrom'] },
  life: { validity: { per: ['shopId', 'sellerSku'], from: 'validFrom', to: 'validTo', opens: 'today' } },
})

/** what statements written by hand name: these tables stand in the database type; a list that none names stands in the line below alone */
const named = { country, currency, marketplace, shop, currencyRate, productCategory, product, skuMap, skuOwner }
export const referenceTables = { ...named, countryOwn, currencyOwn, marketplaceOwn }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
