/** The dry run of each uploaded file of a list, asked again whenever its columns are mapped otherwise. */
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Correction, ImportPreview } from '../../declare/import-preview.ts'
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
  readonly corrections: readonly Correction[]
  /** corrects a cell of the file; the file is checked again */
  correct(line: number, column: number, value: string): void
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
  const [corrected, setCorrected] = useState<Readonly<Record<string, readonly Correction[]>>>({})
  const [shown] = useState(() => new Map<string, ImportPreview>())
  const queries = useQueries({
    queries: files.map(file => ({
      queryKey: ['importPreview', type, file.id, byHand[file.id] ?? null, corrected[file.id] ?? null],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const mapping = byHand[file.id]
        return api.post<ImportPreview>(
          '/fileImport/preview',
          { type, fileId: file.id, ...(mapping ? { mapping } : {}), ...correctionsOf(corrected[file.id]) },
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
      corrections: corrected[file.id] ?? [],
      correct: (line, column, value) =>
        setCorrected(before => ({
          ...before,
          [file.id]: [...(before[file.id] ?? []).filter(one => one.line !== line || one.column !== column), { line, column, value }],
        })),
      assign: (at, field) =>
        setByHand(before => ({ ...before, [file.id]: moved(before[file.id] ?? (preview ? mappingOf(preview) : []), at, field) })),
      retry: () => void query?.refetch(),
    }
  })
}

const correctionsOf = (corrections: readonly Correction[] | undefined) => (corrections === undefined ? {} : { corrections })

/** What stands in the way of the import, or null. */
export function checkError(checks: readonly FileCheck[]): string | null {
  if (checks.some(check => check.isChecking)) return t('正在检查文件，请稍候')
  for (const { file, preview, refusal } of checks) {
    if (refusal !== null || !preview) return t('{name} 不能导入，请移除或更换', { name: file.name })
    if (preview.headFaults.length > 0)
      return t('{name} 的列还没有对应完：{faults}', { name: file.name, faults: preview.headFaults.join(t('；')) })
    if (preview.errorsTotal > 0 && !isPartial(preview))
      return t('{name} 有 {count} 处错误，请修正后重新上传', { name: file.name, count: preview.errorsTotal })
  }
  return null
}

/** Whether rows without a fault are left, and may be imported alone. */
export const isPartial = ({ partial, counts }: ImportPreview): boolean =>
  partial && counts !== null && counts.refused > 0 && counts.read > counts.refused

/** Files of which some rows would be left out, with their counts. */
export const partialChecks = (
  checks: readonly FileCheck[],
): readonly { readonly check: FileCheck; readonly refused: number; readonly good: number }[] =>
  checks.flatMap(check => {
    const { preview } = check
    if (!preview?.counts || preview.errorsTotal === 0) return []
    return [{ check, refused: preview.counts.refused, good: preview.counts.read - preview.counts.refused }]
  })

/** Corrected cells of each file, for the import call. */
export function correctionsIn(checks: readonly FileCheck[]): { readonly corrections?: Readonly<Record<string, readonly Correction[]>> } {
  const corrected = checks.filter(({ corrections }) => corrections.length > 0)
  return corrected.length === 0 ? {} : { corrections: Object.fromEntries(corrected.map(({ file, corrections }) => [file.id, corrections])) }
}

/** Mapping of each file, for the import call. */
export const mappingsOf = (checks: readonly FileCheck[]): Readonly<Record<string, Mapping>> =>
  Object.fromEntries(checks.flatMap(({ file, preview }) => (preview ? [[file.id, mappingOf(preview)]] : [])))
