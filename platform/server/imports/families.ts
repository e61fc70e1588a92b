/** Which family reads a file, among those of its owner; layouts that people taught count as kinds. */
import type { FileKind, KindWords } from '#platform/declare/file-kind.ts'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import type { Context } from '../contract/context.ts'
import type { AnyFamily } from '../contract/file-family.ts'

export const shopTable = 'shop'
/** Table of those the files of a family belong to. */
export const ownerTableOf = (family: AnyFamily): string => family.ownerOf?.table ?? shopTable
/** Column of staged rows that names the owner. */
export const ownerColumnOf = (family: AnyFamily): string => (family.ownerOf ? 'owner_id' : 'shop_id')

/** Layouts that people of the caller's organisation taught, by the reader that reads them; those of the chosen owner first. */
export async function taughtOf(
  context: Context,
  families: readonly AnyFamily[],
  chosenId: string | null = null,
): Promise<Record<string, readonly SheetLayout[]>> {
  const taught: Record<string, readonly SheetLayout[]> = {}
  const isChosen = ({ ownerId }: SheetLayout): number => (ownerId !== undefined && ownerId === chosenId ? 0 : 1)
  for (const family of families)
    if (family.ownerOf && family.taught)
      taught[family.reader] = (await family.taught(context)).toSorted((a, b) => isChosen(a) - isChosen(b))
  return taught
}

/** The family of the kind that a worker thread recognised. */
export const familyOf = (families: readonly AnyFamily[], found: { readonly reader: string }): AnyFamily | undefined =>
  families.find(family => family.reader === found.reader)

/** The declared kind of that code; a shop's file is always of one. */
export function declaredKind(family: AnyFamily, { code }: KindWords): FileKind {
  const kind = family.kinds.find(one => one.code === code)
  if (kind === undefined) throw new Error(`${family.code} has no kind ${code}`)
  return kind
}
