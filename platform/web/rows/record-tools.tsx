/** What areas offer for a record whatever its list, in the head of its drawer and on its page. */
import { Fragment, type ComponentType } from 'react'

export interface RecordToolProps {
  /** list type of the record */
  readonly type: string
  readonly id: string
}

const tools = new Map<string, ComponentType<RecordToolProps>>()

/** `Tool` draws nothing for whom it is not meant. The same name again replaces it. */
export function registerRecordTool(name: string, Tool: ComponentType<RecordToolProps>): void {
  tools.set(name, Tool)
}

export function RecordTools(props: RecordToolProps) {
  return [...tools].map(([name, Tool]) => (
    <Fragment key={name}>
      <Tool {...props} />
    </Fragment>
  ))
}
