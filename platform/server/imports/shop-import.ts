/**
 * The import call of files that belong to shops, of whatever kinds: `'POST /…/importData': importOfShops({ permission, title, on, accept
 * })`.
 */
import { Array as List, Object as O, Optional } from 'typebox'
import { needsAny, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import { call } from '../calls/verbs.ts'
import { Day, Id, Month } from '../calls/wire-types.ts'
import type { FileFamily } from '../contract/file-family.ts'
import type { Route } from '../contract/route.ts'
import { filesMax, startImport, startImportOfForm } from './start-import.ts'

export interface ShopImport {
  /** of several one is enough: of each file the right on its own family is asked for */
  readonly permission: string | readonly string[]
  readonly title: Title
  /** absent: the title */
  readonly button?: Title
  /** lists on which the button stands; none: the call alone */
  readonly on: readonly Resource[]
  readonly accept: readonly string[]
  /** what it imports: files of other families are refused, with the call that takes them */
  readonly takes: readonly Pick<FileFamily, 'code'>[]
  /** what is handed out to be filled in: its call with what it is asked for */
  readonly templates?: readonly { readonly title: Title; readonly path: string }[]
}

const bytesMax = 1024 ** 3
const input = O({
  fileIds: Optional(List(Id(), { title: '文件', maxItems: filesMax })),
  shopId: Optional(Id('店铺')),
  yearMonth: Optional(Month()),
  startDate: Optional(Day('开始日期')),
  endDate: Optional(Day('结束日期')),
})

const codesOf = (families: ShopImport['takes']): string[] => families.map(({ code }) => code)

export const importOfShops = ({ permission, title, button = title, on, accept, takes, templates = [] }: ShopImport): Route => ({
  ...call({ demand: needsAny([permission].flat(), operations.import), summary: title[0], input, multipart: true }, (context, ask) =>
    ask.raw.isMultipart()
      ? startImportOfForm(context, ask.raw, codesOf(takes))
      : startImport(context, {
          fileIds: (ask.input['fileIds'] ?? []) as string[],
          takes: codesOf(takes),
          shopId: ask.input['shopId'] as string | undefined,
          yearMonth: ask.input['yearMonth'] as string | undefined,
        }),
  ),
  upload: {
    on,
    takes: { title, families: codesOf(takes) },
    definition: (importCall, language) => {
      const said = (one: Title): string => one[language === 'en' ? 1 : 0]
      return {
        title: said(title),
        button: said(button),
        call: importCall,
        accept,
        maxFiles: filesMax,
        maxBytes: bytesMax,
        select: { field: 'shopId', title: said(['店铺', 'Shop']), target: 'shop', required: false },
        yearMonth: 'byContent',
        dateRange: false,
        templates: templates.map(one => ({
          title: said(one.title),
          call: { method: 'GET', path: `${importCall.path.slice(0, importCall.path.indexOf('/', 1))}${one.path}` },
        })),
      }
    },
  },
})
