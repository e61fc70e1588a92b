/** Which family reads a file, among those of its owner; layouts that people taught count as kinds. */
import type { FileKind } from '#platform/declare/file-kind.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from '../contract/context.ts'
import type { AnyFamily } from '../contract/file-family.ts'

export const shopTable = 'shop'
/** Table of those the files of a family belong to. */
export const ownerTableOf = (family: AnyFamily): string => family.ownerOf?.table ?? shopTable
/** Column of staged rows that names the owner. */
export const ownerColumnOf = (family: AnyFamily): string => (family.ownerOf ? 'owner_id' : 'shop_id')

/** Layouts that people of the caller's organisation taught, by the reader that reads them. */
export async function taughtOf(context: Context, families: readonly AnyFamily[]): Promise<Record<string, readonly unknown[]>> {
  const taught: Record<string, readonly unknown[]> = {}
  for (const family of families) if (family.ownerOf && family.taught) taught[family.reader] = await family.taught(context)
  return taught
}

/** The family and kind that a worker thread recognised. A taught kind is known to the thread alone: it hands over code and title. */
export function familyOf(
  families: readonly AnyFamily[],
  found: { readonly kindCode: string; readonly kindTitle: Title; readonly reader: string },
): { family: AnyFamily | undefined; kind: Pick<FileKind, 'code' | 'title' | 'month'> & FileKind | undefined } {
  const family = families.find(f => f.reader === found.reader)
  const declared = family?.kinds.find(k => k.code === found.kindCode)
  const [sample] = family?.kinds ?? []
  return { family, kind: declared ?? (sample && { ...sample, code: found.kindCode, title: found.kindTitle }) }
}
