/** What draws the conversation of a record. Registered by the composition root; without it a record page has no such tab. */
import type { ComponentType } from 'react'

export interface RecordThreadProps {
  /** list type of the record */
  readonly resource: string
  readonly id: string
}

let thread: ComponentType<RecordThreadProps> | null = null

export function registerRecordThread(component: ComponentType<RecordThreadProps>): void {
  thread = component
}

export const recordThread = (): ComponentType<RecordThreadProps> | null => thread
