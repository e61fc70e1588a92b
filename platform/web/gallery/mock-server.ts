/** What the gallery's controls ask is answered here: nothing reaches a server. */
import { refused, fetchFrom, mockServer, ok, type MockHandler } from './mock-api.ts'
import { listHandlers } from './mock-lists.ts'
import { groupedList, slowList, failingList } from './filter-definitions.ts'
import { schemes } from './scheme-samples.ts'

const people = [
  { value: '1', label: '王芳', detail: '1001 · 财务经理', group: { value: '1', label: '财务部' } },
  { value: '2', label: '王芳', detail: '1027 · 采购专员', group: { value: '2', label: '采购部' } },
  { value: '3', label: '李伟', detail: '1003 · 仓库管理员', group: { value: '3', label: '仓储部' } },
]
const products = [
  { value: '11', label: 'LAMP-01', detail: '台灯 白色', group: { value: '灯具', label: '灯具' } },
  { value: '12', label: 'LAMP-02', detail: '落地灯 黑色', group: { value: '灯具', label: '灯具' } },
  { value: '13', label: 'LAMP-03', detail: '夜灯', group: { value: '灯具', label: '灯具' } },
  { value: '21', label: 'CUP-01', detail: '保温杯', group: { value: '厨房用品', label: '厨房用品' } },
  { value: '31', label: 'MAT-01', detail: '瑜伽垫', group: { value: null, label: '' } },
]
const departments = [
  { value: '1', label: '总经办', parent: null },
  { value: '2', label: '财务部', parent: '1' },
  { value: '3', label: '核算组', parent: '2' },
  { value: '4', label: '采购部', parent: '1' },
]
const never = (): Promise<never> => new Promise(() => undefined)
const askedFor = (body: unknown): { type?: string; keyword?: string; ids?: string[] } =>
  typeof body === 'object' && body !== null ? body : {}

const named: Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>> = {
  employee: people,
  product: products,
  department: departments,
  role: [{ value: '1', label: '财务' }],
}

function optionsOf(body: unknown, call: Parameters<MockHandler>[0]): ReturnType<MockHandler> {
  const { type = '', keyword, ids } = askedFor(body)
  const all = named[type]
  if (all === undefined) return listHandlers['POST /listField/options']?.(call) ?? ok([])
  if (ids !== undefined) return ok(all.filter(one => ids.includes(one.value)))
  return ok(all.filter(one => one.label.includes(keyword ?? '')))
}

const scanned = { id: '9', link: '/api-2024/fileUpload/down2?id=9', name: '手机照片.jpg', size: 812_000, type: 'IMAGE' }

/** The phone's pictures come to the code the specimen asked for: one waits, one arrives, one is over, one can't be had. */
const scans: Readonly<Record<string, MockHandler>> = {
  'GET /fileQrUpload/qrCodeId': ({ query }) =>
    query.get('type') === 'HTML_IMAGE'
      ? refused(1029, '二维码获取过于频繁，请稍后再试')
      : ok({ id: String(query.get('type')), type: query.get('type'), seconds: 300 }),
  'GET /fileQrUpload/qrFile': ({ query }) => {
    if (query.get('id') === 'IMAGE') return ok({ list: [scanned] })
    return query.get('id') === 'HELP_CENTER' ? refused(10102, '二维码已过期或已使用，请重新获取') : refused(10101, '图片尚未上传')
  },
  'POST /fileQrUpload/qrIdUpdate': () => ok(null),
}

const handlers: Readonly<Record<string, MockHandler>> = {
  ...listHandlers,
  ...scans,
  'POST /listField/getByType': call => {
    const own = [groupedList, slowList, failingList].find(one => one.type === askedFor(call.body).type)
    return own === undefined ? (listHandlers['POST /listField/getByType']?.(call) ?? ok(null)) : ok(own)
  },
  'POST /listField/options': call => optionsOf(call.body, call),
  'POST /listField/treeOptions': () => ok(departments),
  'POST /galleryGrouped/list': () => ok({ list: [], total: 0, pageNum: 1, pageSize: 10 }),
  'POST /gallerySlow/list': never,
  'POST /galleryFailing/list': () => refused(1002, '查询用时过长，请缩小日期范围后再试'),
  'GET /ListProfile/profileList': () => ok(schemes),
  'POST /ListProfile/saveListProfile': () => ok({ profileId: '5', version: 5 }),
  'POST /dyColumns/list': () => ok([]),
}

/** From now on this page answers its own calls. Pictures of files that do not exist are drawn. */
export function answerHere(): void {
  window.fetch = fetchFrom(mockServer(handlers))
  const square = encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="#8ab4d8"/></svg>',
  )
  document.addEventListener(
    'error',
    event => {
      if (event.target instanceof HTMLImageElement && !event.target.src.startsWith('data:'))
        event.target.src = `data:image/svg+xml,${square}`
    },
    true,
  )
}
