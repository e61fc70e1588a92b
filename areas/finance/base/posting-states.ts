/** States of a document that a person posts, and takes back by reversing it. Pure. */
import { operations } from '#platform/declare/operations.ts'
import { byOperation, machine } from '#platform/declare/states.ts'
import type { Title } from '#platform/declare/title.ts'

/** `post`, `reverse`: what is asked before the step. */
export const postingStates = (ask: { readonly post: Title; readonly reverse: Title }) =>
  machine('state', {
    states: { open: { edit: 'all', remove: true }, posted: { final: true } },
    steps: {
      post: { title: ['过账', 'Post'], from: ['open'], to: 'posted', may: byOperation(operations.audit), confirm: ask.post },
      reverse: { title: ['冲销', 'Reverse'], from: ['posted'], to: 'open', may: byOperation(operations.audit), confirm: ask.reverse },
    },
  })
