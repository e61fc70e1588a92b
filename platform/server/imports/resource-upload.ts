/** How the import of a resource is ordered, and what the upload dialog of its list needs. */
import type { FastifyRequest } from 'fastify'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../context.ts'
import type { Route } from '../http/verbs.ts'
import { filesMax, orderImports, storedForm } from './start-import.ts'

export const resourceImportJob = 'import.resource'
/** Rows are held in memory until all are known to be good. */
const bytesMax = 50 * 1_048_576
const familyPrefix = 'resource:'

export const isResourceFamily = (family: string | null): boolean => family?.startsWith(familyPrefix) === true
/** `/productManage/importData` -> `/productManage/template` */
export const templatePath = (importPath: string): string => importPath.replace(/[^/]+$/, 'template')

export async function startResourceImport(
  context: Context,
  r: Resource,
  fileIds: readonly string[],
): Promise<{ taskId: string; importIds: string[] }> {
  const family = `${familyPrefix}${r.type}`
  return orderImports(context, fileIds, {
    job: resourceImportJob,
    payload: { type: r.type ?? '' },
    values: { kind: family, kind_title: r.title[0], family },
    bytesMax,
  })
}

/** The same call with the files themselves. */
export async function startResourceImportOfForm(
  context: Context,
  r: Resource,
  raw: FastifyRequest,
): Promise<{ taskId: string; importIds: string[] }> {
  return startResourceImport(context, r, (await storedForm(context, raw)).fileIds)
}

/** No shop and no month to choose: every row says what it belongs to. Column mapping and preview will be asked for here. */
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
      templates: [
        {
          title: language === 'en' ? `${r.title[1]} template` : `${r.title[0]}导入模板`,
          call: { method: 'GET', path: templatePath(call.path) },
        },
      ],
    }
  },
})
