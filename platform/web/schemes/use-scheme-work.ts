/** What is being done in the dialog: the selected scheme, the work on it, and the calls of its buttons. */
import { useState } from 'react'
import type { ListDefinition, ListLayout, Scheme } from '../../declare/wire.ts'
import { api, ApiError } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import type { ColumnLayout } from '../table/use-column-layout.ts'
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
} from '../table/scheme-rules.ts'
import { useRefreshSchemes, useSchemes } from './use-schemes.ts'

export interface SchemeWork {
  readonly schemes: readonly Scheme[]
  readonly isLoading: boolean
  /** the saved ones could not be had */
  readonly isFailed: boolean
  readonly selected: Scheme | null
  readonly draft: Draft
  readonly isBusy: boolean
  /** something stands here that is saved nowhere */
  readonly isChanged: boolean
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

/** The selected scheme and the work on it. */
function useDraft(definition: ListDefinition, state: Applied, layout: ColumnLayout, schemes: readonly Scheme[]) {
  const [base, setBase] = useState<Base | null>(null)
  const [work, setWork] = useState<Draft | null>(null)
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
    view: state.view ?? selected?.view ?? null,
  }
  const kept: ListLayout = { columns: layout.settings, density: layout.density }
  const draft = work ?? (base === null || selected === null ? opening : draftOf(definition, selected, kept))
  // as it was chosen, saved or begun; null: as the dialog opened
  const [clean, setClean] = useState<string | null>(null)
  const hold = (next: Base | null, drawn: Draft | null, isWorkedOn = false): void => {
    setBegun(true)
    setBase(next)
    setWork(drawn)
    if (!isWorkedOn) setClean(drawn === null ? null : signature(drawn))
  }
  const isChanged = work !== null && signature(work) !== (clean ?? signature(opening))
  const select = (scheme: Scheme): void => {
    hold({ profileId: scheme.profileId, version: scheme.version }, draftOf(definition, scheme, kept))
    if (scheme.removed.length > 0) feedback.warning(t('方案中的 {titles} 已不存在，其余照常使用', { titles: scheme.removed.join(t('、')) }))
  }
  return { chosen, selected, draft, isChanged, hold, select }
}

/** What a draft says, whatever its rows are numbered. */
const signature = (draft: Draft): string =>
  JSON.stringify([
    draft.name,
    draft.conditions.map(({ field, condition, value }) => [field, condition, value]),
    draft.order.map(({ field, orderBy }) => [field, orderBy]),
    draft.columns,
    draft.view,
  ])

/** Runs one call and asks for the schemes again; false where it was refused, which the client has said. */
function useCalls(refresh: () => Promise<void>): { isBusy: boolean; run: (what: () => Promise<unknown>) => Promise<boolean> } {
  const [isBusy, setBusy] = useState(false)
  const run = async (what: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await what()
      await refresh()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // what was typed stays
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}

/** Says why a draft can't be saved; true where it can't. */
function isRefused(draft: Draft): boolean {
  const line = unfinished(draft)
  if (draft.name.trim() === '') feedback.warning(t('方案名称不能为空'))
  else if (line !== null) feedback.warning(t('第 {n} 行条件还没有填写完整', { n: line }))
  else return false
  return true
}

const send = (type: string, kind: Scheme['kind'], draft: Draft, as: Base | null): Promise<Base> =>
  api.write<Base>('/ListProfile/saveListProfile', {
    type,
    kind,
    name: draft.name.trim(),
    columnList: columnList(draft.columns),
    conditionList: conditionsOf(draft),
    orderByList: orderOf(draft),
    ...(draft.view === null ? {} : { view: draft.view }),
    ...as,
  })

export function useSchemeWork(definition: ListDefinition, state: Applied, layout: ColumnLayout): SchemeWork {
  const { type } = definition
  const { data: schemes = [], isLoading, isError } = useSchemes(type)
  const refresh = useRefreshSchemes(type)
  const { chosen, selected, draft, isChanged, hold, select } = useDraft(definition, state, layout, schemes)
  const { isBusy, run } = useCalls(refresh)
  const hasSelection = (): boolean => {
    if (selected === null) feedback.warning(t('请至少选择一个方案'))
    return selected !== null
  }
  const save = (said: Draft, as: Base | null): Promise<boolean> =>
    run(async () => hold(await send(type, selected?.kind ?? 1, said, as), said))
  const begin = (): void => hold(null, factoryDraft(definition, ''))
  const profileId = selected?.profileId
  return {
    schemes,
    isLoading,
    isFailed: isError,
    selected,
    draft,
    isBusy,
    isChanged,
    change: part => hold(chosen, { ...draft, ...part }, true),
    select,
    begin,
    refresh,
    hasSelection,
    save: async () => {
      const isDone = !isRefused(draft) && (await save(draft, chosen))
      if (isDone) feedback.success(t('方案已保存'))
      return isDone
    },
    copy: async () => {
      if (!hasSelection() || isRefused(draft)) return
      const name = draft.name === selected?.name ? t('{name} 副本', { name: draft.name }).slice(0, 50) : draft.name
      if (await save({ ...draft, name }, null)) feedback.success(t('已复制为新方案'))
    },
    reset: async () => {
      if (!hasSelection()) return
      const name = draft.name.trim() || (selected?.name ?? '')
      if (await save(factoryDraft(definition, name), chosen)) feedback.success(t('方案已重置'))
    },
    remove: async () => {
      if (hasSelection() && (await run(() => api.write('/ListProfile/deleteListProfile', { profileId })))) begin()
    },
    setDefault: async () => {
      if (!hasSelection()) return
      if (await run(() => api.write('/ListProfile/udpate', { id: profileId, listType: type }))) feedback.success(t('已设为默认方案'))
    },
    undo: async () => {
      // drawn anew from what the server has then
      if (hasSelection()) await run(async () => hold(await api.write<Base>('/ListProfile/undo', { profileId }), null))
    },
  }
}
