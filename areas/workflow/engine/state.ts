/** The state of one approval, what people do to it and what follows. Pure values: stored as JSON beside the tasks that mirror it. */

export type InstanceState = 'running' | 'back' | 'passed' | 'withdrawn' | 'ended'
/** open: asked; waiting: its turn has not come; the others are over */
export type TaskState = 'open' | 'waiting' | 'agreed' | 'back' | 'transferred' | 'cancelled'

export interface EngineTask {
  readonly no: number
  readonly person: string
  readonly state: TaskState
  /** asked by another approver: the step goes on only when he has agreed too */
  readonly extra?: true
  /** the task that this one took over */
  readonly insteadOf?: number
}

/** A step that is being asked. One step opens at most once a round. */
export interface Activity {
  readonly node: string
  readonly round: number
  readonly tasks: readonly EngineTask[]
  /** steps whose agreement led here, the last one first */
  readonly prev: readonly string[]
  /** who agreed last, on the ways that led here */
  readonly by: readonly string[]
}

/** Something has arrived at a node, which waits until nothing else can arrive there. */
export interface Token {
  readonly node: string
  readonly prev: readonly string[]
  readonly by: readonly string[]
  /** everybody is asked anew, whoever has agreed before: the approval was sent back here */
  readonly anew?: true
}

/** A step that is over and whose agreement holds. */
export interface Done {
  readonly node: string
  readonly round: number
  /** order in which steps ended */
  readonly seq: number
  readonly prev: readonly string[]
  readonly by: readonly string[]
}

export interface EngineState {
  readonly state: InstanceState
  readonly round: number
  readonly seq: number
  readonly taskNo: number
  readonly tokens: readonly Token[]
  readonly open: readonly Activity[]
  readonly done: readonly Done[]
}

export const fresh: EngineState = { state: 'back', round: 0, seq: 0, taskNo: 0, tokens: [], open: [], done: [] }

/** Where a task stands. */
export interface At {
  readonly node: string
  readonly round: number
}

export type Action =
  | { readonly do: 'submit' }
  | { readonly do: 'confirm'; readonly at: At; readonly person: string; readonly to?: string }
  | { readonly do: 'back'; readonly at: At; readonly person: string; readonly to?: string }
  | { readonly do: 'backStart'; readonly at: At; readonly person: string }
  | { readonly do: 'transfer'; readonly at: At; readonly person: string; readonly to: string }
  | { readonly do: 'countersign'; readonly at: At; readonly person: string; readonly people: readonly string[] }
  /** a head is asked beside somebody who is late */
  | { readonly do: 'escalate'; readonly at: At; readonly person: string; readonly to: string }
  | { readonly do: 'withdraw' }
  | { readonly do: 'end' }

export type Effect =
  | { readonly kind: 'open'; readonly node: string; readonly round: number; readonly task: EngineTask }
  /** a task whose turn has come */
  | { readonly kind: 'turn'; readonly node: string; readonly round: number; readonly task: EngineTask }
  | { readonly kind: 'close'; readonly node: string; readonly round: number; readonly task: EngineTask; readonly auto?: true }
  | { readonly kind: 'stepDone'; readonly node: string; readonly round: number }
  | { readonly kind: 'finish'; readonly state: Exclude<InstanceState, 'running'> }

/** Why something is not done. Put into words by the shell. */
export type Refused =
  | { readonly why: 'notRunning' | 'noTask' | 'notOpen' | 'noBack' | 'noBackStart' | 'noTransfer' | 'noCountersign' }
  | { readonly why: 'asked'; readonly person: string }
  | { readonly why: 'nobody' | 'noWay'; readonly node: string }
  | { readonly why: 'choose'; readonly among: readonly string[] }
  | { readonly why: 'unknownStep'; readonly node: string }

export type Outcome =
  | { readonly state: EngineState; readonly effects: readonly Effect[] }
  | { readonly refused: Refused }
  /** the people of these steps must be known first */
  | { readonly needs: readonly string[] }

/** What the pure function is told of the world. */
export interface Answers {
  /** whether all of these conditions hold of the record */
  readonly holds: (conditions: readonly unknown[] | undefined) => boolean
  /** people of a step, by node; absent: not asked for yet */
  readonly people: ReadonlyMap<string, readonly string[]>
}
