/** What every area is made of: areas and their routes, the context of a call, refusals, who may call, what stands on the wire. */
export { defined } from './base/defined.ts'
export { conditionList, filterInput } from './calls/list-query.ts'
export { diskFullText, isDiskFull } from './calls/disk-full.ts'
export { may, satisfies } from './calls/may.ts'
export { texts } from './calls/messages.ts'
export { Refusal, refuse } from './calls/refusal.ts'
export { hasRow, isSettingUp } from './calls/setting-up.ts'
export { act, AnswerWithHeaders, call, closedToKeys, demanding, demandOf } from './calls/verbs.ts'
export { mayView } from './calls/view-demands.ts'
export { Day, Id, Month, Query, RowId } from './calls/wire-types.ts'
export type {
  Area,
  Arrival,
  Book,
  Carrier,
  CarrierAsk,
  CloseAsk,
  CloseGap,
  CloseItem,
  DemoPeople,
  Feed,
  FetchAsk,
  JobHandler,
  KeyedTable,
  LeftFile,
  LeftFiles,
  SetupStep,
} from './contract/area.ts'
export type { Caller, Context, Language } from './contract/context.ts'
export type { AnyDb, Database, Db, Tx } from './contract/database.ts'
export type {
  FamilyReader,
  FileFamily,
  FilesFollower,
  Identity,
  LineKind,
  MergedTotal,
  MergeOutcome,
  MergeTask,
  OwnedFamily,
  OwnedMerge,
  OwnerWord,
  ShopFacts,
  StagedValue,
} from './contract/file-family.ts'
export type { Colleague, House, Person, Rights, Settings } from './contract/house.ts'
export type { FieldWords, ListWords } from './contract/list-words.ts'
export type { Follower, Hooks, Lock, Poster, Posting, RowLock, RecordChange, Values } from './contract/record-hooks.ts'
export type { DueApproval, Flows, MailLinks, Registry, Wish } from './contract/registry.ts'
export type { Ask, Blob, FieldError, Route, RouteKey, RouteMap } from './contract/route.ts'
export type { OrganisationTimed, Timed } from './contract/timed.ts'
export { checkOf } from './http/validate.ts'
