/** What the upload dialog asks for and what it sends. Pure. */
import { showFileSize } from '#platform/format/numbers.ts'
import type { UploadDefinition } from '../../declare/wire.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { t } from '../i18n/t.ts'

export interface UploadChoices {
  /** value of the select (shop) */
  readonly selected: string | null
  /** YYYY-MM */
  readonly month: string | null
  readonly range: readonly [from: string, to: string] | null
}

/** Months the files' own content names; a settlement names none, because it crosses months. */
export function monthsOf(files: readonly UploadedFile[]): string[] {
  const months = files.flatMap(one => (one.recognised?.month ? [one.recognised.month] : []))
  return [...new Set(months)].sort()
}

/** One month: asked for, prefilled. Several: each file goes by its own content. None: no file has a month. */
export function monthQuestion(definition: UploadDefinition, files: readonly UploadedFile[]): 'none' | 'one' | 'several' {
  if (definition.yearMonth === 'none') return 'none'
  const count = monthsOf(files).length
  return count === 0 ? 'none' : count === 1 ? 'one' : 'several'
}

/** What a recognised file belongs to, of the list that the dialog chooses from. */
export const ownerOf = ({ recognised }: UploadedFile, target: string | null): string | null =>
  recognised?.owner?.type === target ? (recognised?.owner?.id ?? null) : target === 'shop' ? (recognised?.shopId ?? null) : null

/** The shop, or other owner, all recognised files agree on. */
export function commonOwner(files: readonly UploadedFile[], target: string): string | null {
  const owners = new Set(files.flatMap(one => ownerOf(one, target) ?? []))
  const [only] = owners
  return owners.size === 1 && only !== undefined ? only : null
}

/**
 * Whether the content is asked for a shop or a month. A list's own rows say all that themselves, and their file need not be looked into.
 */
export const isPrefilled = (definition: UploadDefinition): boolean => definition.select !== null || definition.yearMonth !== 'none'

/** What stands in the way of the import, or null. */
export function confirmError(
  definition: UploadDefinition,
  choices: UploadChoices,
  files: readonly UploadedFile[],
  isUploading: boolean,
): string | null {
  if ((monthQuestion(definition, files) === 'one' && choices.month === null) || (definition.dateRange && choices.range === null))
    return t('日期不能为空')
  if (definition.select?.required === true && choices.selected === null) return t('请选择{title}', { title: definition.select.title })
  if (isUploading) return t('文件正在上传，请等待上传完成')
  if (files.length === 0) return t('请至少上传一个附件')
  return null
}

/** Body of the import call. */
export function importBody(
  definition: UploadDefinition,
  choices: UploadChoices,
  files: readonly UploadedFile[],
): Readonly<Record<string, unknown>> {
  return {
    fileIds: files.map(one => one.id),
    ...(definition.select !== null && choices.selected !== null ? { [definition.select.field]: choices.selected } : {}),
    ...(monthQuestion(definition, files) === 'one' && choices.month !== null ? { yearMonth: choices.month } : {}),
    ...(definition.dateRange && choices.range !== null ? { startDate: choices.range[0], endDate: choices.range[1] } : {}),
  }
}

/** Why a file is not even sent, or null. */
export function fileError(definition: UploadDefinition, file: { readonly name: string; readonly size: number }): string | null {
  const extension = /\.[^.]+$/.exec(file.name.toLowerCase())?.[0] ?? ''
  if (definition.accept.length > 0 && !definition.accept.some(one => one.toLowerCase() === extension)) {
    return t('不支持此文件类型，请选择 {accept}', { accept: definition.accept.join(t('、')) })
  }
  if (file.size === 0) return t('文件是空的，请重新下载后再上传')
  if (file.size > definition.maxBytes) return t('文件超过 {size}，请拆分后再上传', { size: showFileSize(definition.maxBytes) })
  return null
}
