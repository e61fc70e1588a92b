/** How the import of a resource is ordered, and what the upload dialog of its list needs. */
import { sentence } from '#platform/declare/sentence.ts'
import type { FastifyRequest } from 'fastify'
import type { Correction } from '#platform/declare/import-preview.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import type { Route } from '../contract/route.ts'
import { importFields, type Mapping } from './resource-fields.ts'
import { filesMax, orderImports, storedForm } from './start-import.ts'

export const resourceImportJob = 'import.resource'
/** Rows are held in memory until all are known to be good. */
export const bytesMax = 50 * 1_048_576
const familyPrefix = 'resource:'

export const isResourceFamily = (family: string | null): boolean => family?.startsWith(familyPrefix) === true
/** `/a/importData` and `/a/import` -> `/a/template`; `/a/importShopMap` -> `/a/templateShopMap`: one family may import several lists */
export const templatePath = (importPath: string): string =>
  importPath.replace(/[^/]+$/, last => `template${last.replace(/^import(Data$)?/, '')}`)

/** What was decided in the preview, by file. */
export interface ImportWords {
  readonly mappings?: Readonly<Record<string, Mapping>>
  readonly corrections?: Readonly<Record<string, readonly Correction[]>>
  /** the rows without a fault alone, where so many have one; absent: the whole file or nothing */
  readonly partial?: Readonly<Record<string, number>>
}

/** Facts of shops come whole or not at all: their sums are held against those of the marketplace. */
export const mayBePartial = (r: Resource): boolean => r.kind !== 'shop' && r.joins === undefined

export async function startResourceImport(
  context: Context,
  r: Resource,
  fileIds: readonly string[],
  { mappings = {}, corrections = {}, partial = {} }: ImportWords = {},
): Promise<{ taskId: string; importIds: string[] }> {
  if (Object.keys(partial).length > 0 && !mayBePartial(r)) throw refuse.rule(sentence`${r.title}的文件要么全部导入，要么不导入`)
  const family = `${familyPrefix}${r.type}`
  for (const mapping of Object.values(mappings)) checkMapping(r, mapping)
  return orderImports(context, fileIds, {
    job: resourceImportJob,
    payload: { type: r.type ?? '' },
    payloadOf: (fileId): Readonly<Record<string, string>> => {
      const mapping = mappings[fileId]
      const corrected = corrections[fileId]
      const left = partial[fileId]
      return {
        ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
        ...(corrected ? { corrections: JSON.stringify(corrected) } : {}),
        ...(left === undefined ? {} : { partial: String(left) }),
      }
    },
    values: { kind: family, kind_title: r.title[0], family },
    bytesMax,
  })
}

/** A field that the list does not take from files is a fault of the caller, not of the file. */
export function checkMapping(r: Resource, mapping: Mapping): void {
  const known = new Set(importFields(r).map(f => f.name))
  const unknown = mapping.find(name => name !== null && !known.has(name))
  if (unknown) throw refuse.invalid([{ field: 'mapping', message: sentence`${r.title}没有可导入的字段 ${unknown}，请重新选择` }])
}

/** The same call with the files themselves. */
export async function startResourceImportOfForm(
  context: Context,
  r: Resource,
  raw: FastifyRequest,
): Promise<{ taskId: string; importIds: string[] }> {
  return startResourceImport(context, r, (await storedForm(context, raw)).fileIds)
}

/** No shop and no month to choose: every row says what it belongs to. Columns are mapped and rows previewed in the dialog (`preview`). */
export const resourceUpload = (r: Resource): NonNullable<Route['upload']> => ({
  on: [r],
  definition: (call, language) => {
    const title = language === 'en' ? `Import ${r.title[1]}` : `导入${r.title[0]}`
    return {
      title,
      button: title,
      call,
      accept: ['.xlsx', '.xls', '.csv', '.txt', '.tsv'],
      maxFiles: filesMax,
      maxBytes: bytesMax,
      select: null,
      yearMonth: 'none',
      dateRange: false,
      preview: r.type ?? null,
      templates: [
        {
          title: language === 'en' ? `${r.title[1]} template` : `${r.title[0]}导入模板`,
          call: { method: 'GET', path: templatePath(call.path) },
        },
      ],
    }
  },
})
