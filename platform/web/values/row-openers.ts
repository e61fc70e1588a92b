/**
 * Drawers that show a row of a list more fully than its columns can, and forms of its own for a new one, by list type. Parts of the
 * platform and areas register theirs.
 */
import type { ComponentType, ReactNode } from 'react'
import type { Row } from '../../declare/wire.ts'

export interface RowDrawerProps {
  readonly row: Row
  readonly onClose: () => void
  /** the row or its neighbours have changed: the list asks again */
  readonly onChanged: () => void
}

export interface RowOpener {
  /** says what opens, for instance 导入报告 */
  readonly title: string
  /** false: these rows never change, so there is no history of them to offer */
  readonly hasHistory?: false
  readonly Drawer: ComponentType<RowDrawerProps>
}

const openers = new Map<string, RowOpener>()

/** The same type again replaces the opener. */
export function registerRowOpener(type: string, opener: RowOpener): void {
  openers.set(type, opener)
}

export const rowOpener = (type: string): RowOpener | null => openers.get(type) ?? null

/** Draws what asks for a new record of the list. */
export type AddForm = (ends: { readonly onClose: () => void; readonly onDone: () => void }) => ReactNode

const addForms = new Map<string, AddForm>()
export function registerAddForm(type: string, form: AddForm): void {
  addForms.set(type, form)
}
export const addForm = (type: string): AddForm | null => addForms.get(type) ?? null
