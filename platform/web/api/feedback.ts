/** Where messages to the person go. The theme root installs the real one a moment after the first screen; until then they wait. */
export interface Feedback {
  success(text: string): void
  /** done, and it can be taken back for as long as the message stands */
  undoable(text: string, undo: () => void): void
  /** it was taken back: takes the place of the message that offered it */
  undone(text: string): void
  warning(text: string): void
  error(text: string): void
  /** a defect of the server, with the request id to copy */
  defect(text: string, requestId: string | null): void
  /** a notification with a title: of something that went wrong, or what was asked for */
  notify(title: string, text: string, tone?: 'error' | 'open'): void
  /** something to read, at the bottom right until it is closed; of one kind the newest takes the place of the one before */
  unread(title: string, text: string | null, open: () => void, kind?: 'approvals'): void
}

type Message = (feedback: Feedback) => void

let current: Feedback | null = null
const waiting: Message[] = []
/** Without a screen to show them nobody reads more than the last few. */
const waitingMax = 5

function say(message: Message): void {
  if (current !== null) message(current)
  else {
    waiting.push(message)
    if (waiting.length > waitingMax) waiting.shift()
  }
}

/** Says what has waited, and everything from now on; answers how to take it away again. */
export function installFeedback(feedback: Feedback): () => void {
  current = feedback
  for (const message of waiting.splice(0)) message(feedback)
  return () => {
    if (current === feedback) current = null
  }
}

export const feedback: Feedback = {
  success: text => say(to => to.success(text)),
  undoable: (text, undo) => say(to => to.undoable(text, undo)),
  undone: text => say(to => to.undone(text)),
  warning: text => say(to => to.warning(text)),
  error: text => say(to => to.error(text)),
  defect: (text, requestId) => say(to => to.defect(text, requestId)),
  notify: (title, text, tone) => say(to => to.notify(title, text, tone)),
  unread: (title, text, open, kind) => say(to => to.unread(title, text, open, kind)),
}
