/** What is being done in the dialog: the selected scheme, the work on it, and the calls of its buttons. */
import { useState } from 'react'
import type { ListDefinition, ListLayout, Scheme } from '../../declare/wire.ts'
import { api, ApiError } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import type { ColumnLayout } from '../list/use-column-layout.ts'
import {
  columnList,
  conditionRows,
  conditionsOf,
  draftOf,
  factoryDraft,
  orderOf,
  orderRows,
  unfinished,
  type Applied,
  type Draft,
} from './scheme-rules.ts'
import { useRefreshSchemes, useSchemes } from './use-schemes.ts'

export interface SchemeWork {
  readonly schemes: readonly Scheme[]
  readonly isLoading: boolean
  readonly selected: Scheme | null
  readonly draft: Draft
  readonly isBusy: boolean
  change(part: Partial<Draft>): void
  select(scheme: Scheme): void
  begin(): void
  refresh(): Promise<void>
  /** false: a rule or the server refused, and said so */
  save(): Promise<boolean>
  copy(): Promise<void>
  reset(): Promise<void>
  remove(): Promise<void>
  setDefault(): Promise<void>
  undo(): Promise<void>
  /** says that a scheme must be chosen first */
  hasSelection(): boolean
}

interface Base {
  readonly profileId: string
  readonly version: number
}

export function useSchemeWork(definition: ListDefinition, state: Applied, layout: ColumnLayout): SchemeWork {
  const { type } = definition
  const { data: schemes = [], isLoading } = useSchemes(type)
  const refresh = useRefreshSchemes(type)
  const [base, setBase] = useState<Base | null>(null)
  const [work, setWork] = useState<Draft | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isBegun, setBegun] = useState(false)

  // the applied scheme is chosen as soon as it is there, unless the person was quicker
  const applied = schemes.find(one => one.profileId === state.scheme)
  const chosen = base ?? (isBegun || applied === undefined ? null : { profileId: applied.profileId, version: applied.version })
  const selected = schemes.find(one => one.profileId === chosen?.profileId) ?? null
  const opening: Draft = {
    name: selected?.name ?? '',
    conditions: conditionRows(state.conditions ?? selected?.conditionList ?? []),
    order: orderRows(state.order ?? selected?.orderByList ?? []),
    columns: layout.settings,
  }
  const kept: ListLayout = { columns: layout.settings, density: layout.density }
  const draft = work ?? (base === null || selected === null ? opening : draftOf(definition, selected, kept))

  const hold = (next: Base | null, drawn: Draft): void => {
    setBegun(true)
    setBase(next)
    setWork(drawn)
  }
  const select = (scheme: Scheme): void => {
    hold({ profileId: scheme.profileId, version: scheme.version }, draftOf(definition, scheme, kept))
    if (scheme.removed.length > 0) feedback.warning(t('方案中的 {titles} 已不存在，其余照常使用', { titles: scheme.removed.join('、') }))
  }
  /** One call after the other; a refusal has been shown by the client. */
  const run = async (what: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await what()
      await refresh()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // the client has said why; what was typed stays
      return false
    } finally {
      setBusy(false)
    }
  }
  const send = async (said: Draft, as: Base | null, kind: Scheme['kind']): Promise<void> => {
    const answer = await api.write<Base>('/ListProfile/saveListProfile', {
      type,
      kind,
      name: said.name.trim(),
      columnList: columnList(said.columns),
      conditionList: conditionsOf(said),
      orderByList: orderOf(said),
      ...as,
    })
    hold(answer, said)
  }
  const refused = (): boolean => {
    if (draft.name.trim() === '') feedback.warning(t('方案名称不能为空'))
    else if (unfinished(draft) !== null) feedback.warning(t('第 {n} 行条件还没有填写完整', { n: unfinished(draft) ?? 0 }))
    else return false
    return true
  }
  const hasSelection = (): boolean => {
    if (selected === null) feedback.warning(t('请至少选择一个方案'))
    return selected !== null
  }
  const kind = selected?.kind ?? 1
  return {
    schemes,
    isLoading,
    selected,
    draft,
    isBusy,
    change: part => hold(chosen, { ...draft, ...part }),
    select,
    begin: () => hold(null, factoryDraft(definition, '')),
    refresh,
    hasSelection,
    save: async () => {
      if (refused()) return false
      const isDone = await run(() => send(draft, chosen, kind))
      if (isDone) feedback.success(t('方案已保存'))
      return isDone
    },
    copy: async () => {
      if (!hasSelection() || refused()) return
      const name = draft.name === selected?.name ? t('{name} 副本', { name: draft.name }).slice(0, 50) : draft.name
      if (await run(() => send({ ...draft, name }, null, kind))) feedback.success(t('已复制为新方案'))
    },
    reset: async () => {
      if (!hasSelection()) return
      if (await run(() => send(factoryDraft(definition, draft.name.trim() || (selected?.name ?? '')), chosen, kind)))
        feedback.success(t('方案已重置'))
    },
    remove: async () => {
      if (!hasSelection()) return
      if (await run(() => api.write('/ListProfile/deleteListProfile', { profileId: selected?.profileId })))
        hold(null, factoryDraft(definition, ''))
    },
    setDefault: async () => {
      if (!hasSelection() || selected?.isDefault === 1) return
      if (await run(() => api.write('/ListProfile/udpate', { id: selected?.profileId, listType: type })))
        feedback.success(t('已设为默认方案'))
    },
    undo: async () => {
      if (!hasSelection()) return
      let answer: Base | null = null
      await run(async () => (answer = await api.write<Base>('/ListProfile/undo', { profileId: selected?.profileId })))
      if (answer === null) return
      // drawn anew from what the server has now
      setBase(answer)
      setWork(null)
    },
  }
}
