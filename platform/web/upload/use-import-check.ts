/** The dry run of each uploaded file of a list, asked again whenever its columns are mapped otherwise. */
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportPreview } from '../../declare/import-preview.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { ApiError, api } from '../api/client.ts'
import { t } from '../i18n/t.ts'

type Mapping = readonly (string | null)[]

export interface FileCheck {
  readonly file: UploadedFile
  readonly preview: ImportPreview | undefined
  readonly isChecking: boolean
  /** why the file as a whole can't be imported, or why that is not known */
  readonly refusal: string | null
  /** gives a column of the file to a field; a column that had the field before loses it */
  assign(at: number, field: string | null): void
  retry(): void
}

export function moved(mapping: Mapping, at: number, field: string | null): Mapping {
  return mapping.map((one, index) => (index === at ? field : one === field ? null : one))
}

export const mappingOf = (preview: ImportPreview): Mapping => preview.columns.map(column => column.field)

export function useImportChecks(type: string | null, files: readonly UploadedFile[]): readonly FileCheck[] {
  const [byHand, setByHand] = useState<Readonly<Record<string, Mapping>>>({})
  // what was shown last stays while a changed mapping is checked: the selects must not vanish under the hand
  const [shown] = useState(() => new Map<string, ImportPreview>())
  const queries = useQueries({
    queries: files.map(file => ({
      queryKey: ['importPreview', type, file.id, byHand[file.id] ?? null],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const mapping = byHand[file.id]
        return api.post<ImportPreview>(
          '/fileImport/preview',
          { type, fileId: file.id, ...(mapping ? { mapping } : {}) },
          { signal, quiet: true },
        )
      },
      enabled: type !== null,
      staleTime: 0,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
      throwOnError: false,
    })),
  })
  return files.map((file, index) => {
    const query = queries[index]
    if (query?.data) shown.set(file.id, query.data)
    const preview = query?.data ?? shown.get(file.id)
    const error = query?.error ?? null
    return {
      file,
      preview: error === null ? preview : undefined,
      isChecking: query?.isFetching ?? false,
      refusal: error === null ? null : error instanceof ApiError ? error.msg : t('预览加载失败'),
      assign: (at, field) =>
        setByHand(before => ({ ...before, [file.id]: moved(before[file.id] ?? (preview ? mappingOf(preview) : []), at, field) })),
      retry: () => void query?.refetch(),
    }
  })
}

/** What stands in the way of the import, or null. */
export function checkError(checks: readonly FileCheck[]): string | null {
  if (checks.some(check => check.isChecking)) return t('正在检查文件，请稍候')
  for (const { file, preview, refusal } of checks) {
    if (refusal !== null || !preview) return t('{name} 不能导入，请移除或更换', { name: file.name })
    if (preview.headFaults.length > 0)
      return t('{name} 的列还没有对应完：{faults}', { name: file.name, faults: preview.headFaults.join('；') })
    if (preview.errorsTotal > 0) return t('{name} 有 {count} 处错误，请修正后重新上传', { name: file.name, count: preview.errorsTotal })
  }
  return null
}

/** Mapping of each file, for the import call. */
export const mappingsOf = (checks: readonly FileCheck[]): Readonly<Record<string, Mapping>> =>
  Object.fromEntries(checks.flatMap(({ file, preview }) => (preview ? [[file.id, mappingOf(preview)]] : [])))
