/**
 * What an action makes of an approval: a pure function of definition, state, action and what the world answers.
 *
 * Positions are open steps and tokens. A node takes its token when no other position can still lead there. Going back to a step takes back
 * all that follows from it, and leaves what runs beside it.
 */
import type { FlowDefinition, StepNode } from '#platform/declare/flow.ts'
import { descendants, edgesFrom, endId, nodeOf, startId, stepOf } from '#platform/format/flow-graph.ts'
import type { Action, Activity, Answers, At, Done, Effect, EngineState, EngineTask, Outcome, Refused, TaskState, Token } from './state.ts'

class Stop extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('refused')
    this.outcome = outcome
  }
}
const refused = (why: Refused): Stop => new Stop({ refused: why })

export function run(flow: FlowDefinition, state: EngineState, action: Action, answers: Answers): Outcome {
  const work = new Work(flow, state, answers)
  try {
    work.act(action)
  } catch (error) {
    if (error instanceof Stop) return error.outcome
    throw error
  }
  return { state: work.result(), effects: work.effects }
}

/** Nodes by what leads on from them; the same for all actions of a definition. */
const reaches = new WeakMap<FlowDefinition, ReadonlyMap<string, ReadonlySet<string>>>()
function reachOf(flow: FlowDefinition): ReadonlyMap<string, ReadonlySet<string>> {
  const known = reaches.get(flow)
  if (known !== undefined) return known
  const made = descendants(flow)
  reaches.set(flow, made)
  return made
}

/** Two of whom one answer is enough: somebody who is late, and who was asked in his place. */
const areTwins = (one: EngineTask, other: EngineTask): boolean => one.insteadOf === other.no || other.insteadOf === one.no
const isLive = ({ state }: EngineTask): boolean => state === 'open' || state === 'waiting'

class Work {
  readonly effects: Effect[] = []
  readonly #flow: FlowDefinition
  readonly #answers: Answers
  readonly #reach: ReadonlyMap<string, ReadonlySet<string>>
  #s: { -readonly [K in keyof EngineState]: EngineState[K] }

  constructor(flow: FlowDefinition, state: EngineState, answers: Answers) {
    this.#flow = flow
    this.#answers = answers
    this.#reach = reachOf(flow)
    this.#s = { ...state }
  }

  result(): EngineState {
    return { ...this.#s }
  }

  act(action: Action): void {
    const { state } = this.#s
    if (action.do === 'submit') {
      if (state !== 'back') throw refused({ why: 'notRunning' })
      return this.#submit()
    }
    if (action.do === 'withdraw' || action.do === 'end') {
      if (state !== 'running' && state !== 'back') throw refused({ why: 'notRunning' })
      return this.#stop(action.do === 'withdraw' ? 'withdrawn' : 'ended')
    }
    if (state !== 'running') throw refused({ why: 'notRunning' })
    const activity = this.#activity(action.at)
    const step = this.#step(activity.node)
    const task = activity.tasks.find(one => one.person === action.person && isLive(one))
    if (task === undefined) throw refused({ why: 'noTask' })
    if (task.state === 'waiting') throw refused({ why: 'notOpen' })
    switch (action.do) {
      case 'confirm':
        return this.#confirm(activity, step, task, action.to)
      case 'back':
        return this.#back(activity, step, task, action.to)
      case 'backStart':
        if (!step.allowBackStart) throw refused({ why: 'noBackStart' })
        this.#close(activity, task, 'back')
        return this.#stop('back')
      case 'transfer':
        if (step.allowTransfer === false) throw refused({ why: 'noTransfer' })
        return this.#transfer(activity, task, action.to)
      case 'countersign':
        if (step.allowCountersign === false) throw refused({ why: 'noCountersign' })
        return this.#ask(activity, action.people)
      case 'escalate':
        return this.#escalate(activity, task, action.to)
    }
  }

  // ---- beginning and end
  #submit(): void {
    Object.assign(this.#s, { state: 'running', round: this.#s.round + 1, tokens: [], open: [], done: [] })
    this.#leave(startId, { prev: [], by: [] })
    this.#advance()
  }

  #stop(to: 'back' | 'withdrawn' | 'ended'): void {
    for (const activity of this.#s.open) this.#cancelTasks(activity)
    Object.assign(this.#s, { state: to, tokens: [], open: [], done: [] })
    this.effects.push({ kind: 'finish', state: to })
  }

  // ---- one step
  #confirm(activity: Activity, step: StepNode, task: EngineTask, to: string | undefined): void {
    const ends = this.#wouldEnd(activity, step, task)
    if (ends || to !== undefined) this.#checkChoice(step, to, ends)
    const after = this.#cancelTwins(this.#close(activity, task, 'agreed'), task)
    if (ends) this.#finishStep(after, step, to)
    else this.#nextTurn(after, step)
    this.#advance()
  }

  /** Whether the step is over once this task agrees. */
  #wouldEnd(activity: Activity, step: StepNode, task: EngineTask): boolean {
    const tasks = activity.tasks.map(one => (one.no === task.no ? { ...one, state: 'agreed' as const } : one))
    return isOver(step, tasks)
  }

  #checkChoice(step: StepNode, to: string | undefined, ends: boolean): void {
    const ways = this.#ways(step)
    if (step.leave !== 'choose') {
      // a way that the conditions choose may be named, as long as it is that one
      if (to !== undefined && !ways.some(way => way === to)) throw refused({ why: 'unknownStep', node: to })
      return
    }
    if (to !== undefined && !ways.includes(to)) throw refused({ why: 'choose', among: ways })
    if (ends && to === undefined && ways.length > 1) throw refused({ why: 'choose', among: ways })
  }

  /** Where it may go on from here, by the record as it is. */
  #ways(step: StepNode): readonly string[] {
    return waysFrom(this.#flow, step.id, this.#answers)
  }

  #nextTurn(activity: Activity, step: StepNode): void {
    if (step.mode !== 'order' || activity.tasks.some(one => one.state === 'open' && one.extra === undefined)) return
    const next = activity.tasks.find(one => one.state === 'waiting')
    if (next === undefined) return
    const task = { ...next, state: 'open' as const }
    this.#put(activity, task)
    this.effects.push({ kind: 'turn', node: activity.node, round: activity.round, task })
  }

  #finishStep(activity: Activity, step: StepNode, to: string | undefined): void {
    this.#cancelTasks(activity)
    const by = [
      ...new Set(
        this.#activity(activity)
          .tasks.filter(one => one.state === 'agreed')
          .map(one => one.person),
      ),
    ]
    this.#s.open = this.#s.open.filter(one => one.node !== activity.node)
    this.#s.seq += 1
    const done: Done = { node: activity.node, round: activity.round, seq: this.#s.seq, prev: activity.prev, by }
    this.#s.done = [...this.#s.done.filter(one => one.node !== activity.node), done]
    this.effects.push({ kind: 'stepDone', node: activity.node, round: activity.round })
    this.#leave(step.id, { prev: [step.id], by }, to)
  }

  /** Tokens to what follows. */
  #leave(id: string, from: Pick<Token, 'prev' | 'by'>, to?: string): void {
    const node = nodeOf(this.#flow, id)
    if (node === undefined || node.kind === 'end') throw refused({ why: 'noWay', node: id })
    const ways = waysFrom(this.#flow, id, this.#answers)
    if (ways.length === 0) throw refused({ why: 'noWay', node: id })
    const chosen =
      node.leave === 'all' ? ways : node.leave === 'choose' ? ways.filter(way => to === undefined || way === to).slice(0, 1) : ways
    for (const way of chosen) this.#arrive(way, from)
  }

  #arrive(node: string, from: Pick<Token, 'prev' | 'by'>): void {
    const there = this.#s.tokens.find(token => token.node === node)
    const merged: Token =
      there === undefined
        ? { node, ...from }
        : { ...there, prev: [...new Set([...from.prev, ...there.prev])], by: [...new Set([...from.by, ...there.by])] }
    this.#s.tokens = [...this.#s.tokens.filter(token => token.node !== node), merged]
  }

  // ---- on and on
  #advance(): void {
    for (;;) {
      const token = this.#s.tokens.find(one => !this.#isAwaited(one.node))
      if (token === undefined) break
      this.#s.tokens = this.#s.tokens.filter(one => one !== token)
      this.#take(token)
    }
    if (this.#s.tokens.length + this.#s.open.length === 0 && this.#s.state === 'running') throw refused({ why: 'noWay', node: endId })
  }

  /** Whether another position may still lead to this node. */
  #isAwaited(node: string): boolean {
    const positions = [...this.#s.tokens, ...this.#s.open].map(one => one.node).filter(one => one !== node)
    return positions.some(one => this.#reach.get(one)?.has(node))
  }

  #take(token: Token): void {
    const node = nodeOf(this.#flow, token.node)
    if (node === undefined) throw refused({ why: 'unknownStep', node: token.node })
    if (node.kind === 'end') {
      this.#s.state = 'passed'
      this.effects.push({ kind: 'finish', state: 'passed' })
    } else if (node.kind === 'step') this.#openStep(node, token)
    else this.#leave(node.id, { prev: token.prev, by: token.by })
  }

  #openStep(step: StepNode, token: Token): void {
    const people = [...new Set(this.#answers.people.get(step.id) ?? this.#unknown(step.id))]
    if (people.length === 0) throw refused({ why: 'nobody', node: step.id })
    const tasks = people.map((person, i): EngineTask => {
      this.#s.taskNo += 1
      return { no: this.#s.taskNo, person, state: step.mode === 'order' && i > 0 ? 'waiting' : 'open' }
    })
    const activity: Activity = { node: step.id, round: this.#s.round, tasks, prev: token.prev, by: token.by }
    this.#s.open = [...this.#s.open, activity]
    for (const task of tasks) this.effects.push({ kind: 'open', node: step.id, round: activity.round, task })
    this.#passSamePerson(activity, step, token)
  }

  /** Who has just agreed on the way here, and nothing else between, passes. Where he would have to choose, he is asked. */
  #passSamePerson({ node, round }: Activity, step: StepNode, token: Token): void {
    const isAsked = this.#flow.samePerson === 'ask' || token.anew === true || (step.leave === 'choose' && this.#ways(step).length > 1)
    if (isAsked) return
    for (;;) {
      const now = this.#activity({ node, round })
      const mine = now.tasks.find(one => one.state === 'open' && token.by.includes(one.person))
      if (mine === undefined) return
      const ends = this.#wouldEnd(now, step, mine)
      const after = this.#close(now, mine, 'agreed', true)
      if (ends) return this.#finishStep(after, step, undefined)
      this.#nextTurn(after, step)
    }
  }

  #unknown(node: string): never {
    throw new Stop({ needs: [node] })
  }

  // ---- back
  #back(activity: Activity, step: StepNode, task: EngineTask, to: string | undefined): void {
    if (!step.allowBack) throw refused({ why: 'noBack' })
    const target = backTarget(this.#flow, this.#s, activity, to)
    if (target === undefined) throw refused(to === undefined ? { why: 'noBack' } : { why: 'unknownStep', node: to })
    this.#close(activity, task, 'back')
    const gone = new Set([target.node, ...(this.#reach.get(target.node) ?? [])])
    for (const one of this.#s.open) if (gone.has(one.node)) this.#cancelTasks(one)
    this.#s.open = this.#s.open.filter(one => !gone.has(one.node))
    this.#s.tokens = this.#s.tokens.filter(one => !gone.has(one.node))
    this.#s.done = this.#s.done.filter(one => !gone.has(one.node))
    this.#s.round += 1
    this.#s.tokens = [...this.#s.tokens, { node: target.node, prev: target.prev, by: [], anew: true }]
    this.#advance()
  }

  // ---- tasks
  #transfer(activity: Activity, task: EngineTask, to: string): void {
    if (activity.tasks.some(one => one.person === to && isLive(one))) throw refused({ why: 'asked', person: to })
    const after = this.#close(activity, task, 'transferred')
    this.#add(after, to, { insteadOf: task.no, ...(task.extra ? { extra: true } : {}) })
  }

  /** Asked besides: the step waits for each of them. */
  #ask(activity: Activity, people: readonly string[]): void {
    let now = activity
    for (const person of new Set(people)) {
      if (now.tasks.some(one => one.person === person && isLive(one))) throw refused({ why: 'asked', person })
      now = this.#add(now, person, { extra: true })
    }
  }

  /** Asked beside somebody who is late: the first answer of the two counts. */
  #escalate(activity: Activity, task: EngineTask, to: string): void {
    if (activity.tasks.some(one => one.person === to && isLive(one))) throw refused({ why: 'asked', person: to })
    this.#add(activity, to, { insteadOf: task.no, ...(task.extra ? { extra: true } : {}) })
  }

  #cancelTwins(activity: Activity, task: EngineTask): Activity {
    let now = activity
    for (const one of activity.tasks) if (one.no !== task.no && isLive(one) && areTwins(one, task)) now = this.#close(now, one, 'cancelled')
    return now
  }

  #add(activity: Activity, person: string, more: Pick<EngineTask, 'extra' | 'insteadOf'>): Activity {
    this.#s.taskNo += 1
    const task: EngineTask = { no: this.#s.taskNo, person, state: 'open', ...more }
    const after = { ...activity, tasks: [...activity.tasks, task] }
    this.#replace(after)
    this.effects.push({ kind: 'open', node: activity.node, round: activity.round, task })
    return after
  }

  #close(activity: Activity, task: EngineTask, state: TaskState, auto?: true): Activity {
    const closed: EngineTask = { ...task, state }
    this.effects.push({ kind: 'close', node: activity.node, round: activity.round, task: closed, ...(auto ? { auto } : {}) })
    return this.#put(activity, closed)
  }

  #cancelTasks(activity: Activity): void {
    let now = this.#s.open.find(one => one.node === activity.node) ?? activity
    for (const task of now.tasks) if (isLive(task)) now = this.#close(now, task, 'cancelled')
  }

  #put(activity: Activity, task: EngineTask): Activity {
    const now = this.#s.open.find(one => one.node === activity.node) ?? activity
    const after = { ...now, tasks: now.tasks.map(one => (one.no === task.no ? task : one)) }
    this.#replace(after)
    return after
  }

  #replace(activity: Activity): void {
    this.#s.open = this.#s.open.map(one => (one.node === activity.node ? activity : one))
  }

  #activity({ node, round }: At): Activity {
    const found = this.#s.open.find(one => one.node === node && one.round === round)
    if (found === undefined) throw refused({ why: 'noTask' })
    return found
  }

  #step(node: string): StepNode {
    const step = stepOf(this.#flow, node)
    if (step === undefined) throw refused({ why: 'unknownStep', node })
    return step
  }
}

/** Ids of the nodes that may follow: those whose conditions hold; where the first one counts, that one. */
export function waysFrom(flow: FlowDefinition, id: string, { holds }: Pick<Answers, 'holds'>): readonly string[] {
  const node = nodeOf(flow, id)
  if (node === undefined || node.kind === 'end') return []
  const open = [
    ...new Set(
      edgesFrom(flow, id)
        .filter(edge => holds(edge.when))
        .map(edge => edge.to),
    ),
  ]
  return node.leave === 'first' ? open.slice(0, 1) : open
}

/** Whether those who were asked have agreed as the step wants it. Who was asked besides has to agree in any case. */
export function isOver(step: StepNode, tasks: readonly EngineTask[]): boolean {
  const isAnswered = (task: EngineTask): boolean => tasks.some(one => one.state === 'agreed' && areTwins(one, task))
  const left = tasks.filter(one => isLive(one) && !isAnswered(one))
  if (left.some(one => one.extra === true)) return false
  const asked = tasks.filter(one => one.extra === undefined)
  const agreed = asked.filter(one => one.state === 'agreed').length
  const open = left.filter(one => one.extra === undefined).length
  switch (step.mode) {
    case 'any':
      return agreed > 0
    case 'all':
    case 'order':
      return agreed > 0 && open === 0
    case 'share':
      return agreed > 0 && agreed * 100 >= (agreed + twinless(left)) * (step.share ?? 100)
  }
}

/** People who are still asked, of two twins one. */
const twinless = (left: readonly EngineTask[]): number =>
  left.filter(one => one.extra === undefined && !left.some(other => other.insteadOf === one.no)).length

/** The step to go back to: the one named, of those that led here, or the one that ended last of those just before. */
export function backTarget(flow: FlowDefinition, state: EngineState, activity: Activity, to?: string): Done | undefined {
  const reach = reachOf(flow)
  const before = state.done.filter(one => reach.get(one.node)?.has(activity.node))
  if (to !== undefined) return before.find(one => one.node === to)
  return before.filter(one => activity.prev.includes(one.node)).toSorted((a, b) => b.seq - a.seq)[0]
}
