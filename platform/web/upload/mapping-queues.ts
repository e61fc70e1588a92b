/** Pages on which unmapped types and SKUs of imports are mapped: components of menu entries, named by the composition root. */
export interface MappingQueues {
  readonly types: string | null
  readonly skus: string | null
  /** settlements, the profit of what they brought, and the months to be closed */
  readonly statements?: string
  readonly profit?: string
  readonly months?: string
}

let queues: MappingQueues = { types: null, skus: null }

export function registerMappingQueues(next: MappingQueues): void {
  queues = next
}

export const mappingQueues = (): MappingQueues => queues
