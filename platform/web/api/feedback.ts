/** Where messages to the person go. The theme root installs the real one; until then they are dropped. */
export interface Feedback {
  success(text: string): void
  warning(text: string): void
  error(text: string): void
  /** a defect of the server, with the request id to copy */
  defect(text: string, requestId: string | null): void
  /** a notification that stays, with a title */
  notify(title: string, text: string): void
}

const silent: Feedback = { success() {}, warning() {}, error() {}, defect() {}, notify() {} }
let current: Feedback = silent

export function installFeedback(feedback: Feedback): () => void {
  current = feedback
  return () => {
    if (current === feedback) current = silent
  }
}

export const feedback: Feedback = {
  success: (text) => current.success(text),
  warning: (text) => current.warning(text),
  error: (text) => current.error(text),
  defect: (text, requestId) => current.defect(text, requestId),
  notify: (title, text) => current.notify(title, text),
}
