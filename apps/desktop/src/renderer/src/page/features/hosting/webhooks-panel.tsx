import type { DeliveryView, WebhookEvent, WebhookView } from '@roomtone/sdk';
import { named } from '@roomtone/words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { roomStrings } from '../../room-strings.ts';
import { momentText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import './webhooks.css';

const key = ['webhooks'] as const;
/** While deliveries wait or a log is open, the page follows them. */
const refreshMs = 2_000;

/** Where the server sends what happens in rooms, and what became of it. */
export function WebhooksPanel() {
  const { client } = useParts();
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => client.api.webhooks.list(),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some(({ waiting }) => waiting > 0) === true && refreshMs,
  });
  const words = strings.host.webhooks;
  return (
    <Panel title={words.title} hint={words.hint}>
      <AddWebhook />
      <FailureNotice error={error ?? undefined} />
      {data?.length === 0 && <p className="muted">{words.none}</p>}
      <ul className="rows" aria-label={words.title}>
        {data?.map((webhook) => (
          <WebhookRow key={webhook.webhookId} webhook={webhook} />
        ))}
      </ul>
    </Panel>
  );
}

function AddWebhook() {
  const { client, bridge } = useParts();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const words = strings.host.webhooks;
  const names = Object.keys(eventNames()) as WebhookEvent[];
  const [events, setEvents] = useState<readonly WebhookEvent[]>(names.filter((name) => name !== 'chat.message'));
  const { register, submit, errorOf, failure, isBusy, reset } = useServerForm({
    defaultValues: { url: '' },
    send: async ({ url }) => {
      const made = await client.api.webhooks.add({ url: url.trim(), events: [...events] });
      setSecret(made.secret);
      reset();
      await queries.invalidateQueries({ queryKey: key });
    },
  });
  const copy = (text: string) =>
    bridge.copyText(text).then(
      () => notify(words.copied),
      () => notify(roomStrings.invite.copyFailed),
    );
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        {...register('url')}
        type="url"
        label={words.url}
        hint={words.urlHint}
        error={errorOf('url')}
        autoComplete="off"
        spellCheck={false}
      />
      <fieldset className="webhook-events">
        <legend className="field-label">{words.events}</legend>
        {names.map((name) => (
          <Checkbox
            key={name}
            checked={events.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              setEvents(names.filter((each) => (each === name ? checked : events.includes(each))))
            }
          >
            {eventName(name)}
          </Checkbox>
        ))}
      </fieldset>
      {events.length === 0 && <p className="muted">{words.noEvents}</p>}
      <FailureNotice error={failure} />
      <Button type="submit" busy={isBusy} disabled={events.length === 0}>
        {words.add}
      </Button>
      {secret !== undefined && (
        <>
          <TextField
            label={words.secret}
            hint={words.secretHint}
            value={secret}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button kind="main" onClick={() => copy(secret)}>
            {words.copy}
          </Button>
        </>
      )}
    </form>
  );
}

function WebhookRow({ webhook }: { readonly webhook: WebhookView }) {
  const { client } = useParts();
  const queries = useQueryClient();
  const [isLogOpen, setLogOpen] = useState(false);
  const words = strings.host.webhooks;
  const { webhookId, url, active, events, waiting } = webhook;
  const changed = () => queries.invalidateQueries({ queryKey: key });
  const act = useMutation({ mutationFn: (run: () => Promise<unknown>) => run(), onSuccess: changed });
  const test = async () => {
    await client.api.webhooks.test(webhookId);
    notify(words.tested);
    await changed();
  };
  const remove = async () => {
    await client.api.webhooks.remove(webhookId);
    notify(words.removed);
  };
  const facts = [
    events.map(eventName).join(', '),
    active ? '' : words.paused,
    waiting > 0 ? words.waiting({ count: waiting }) : '',
  ];
  return (
    <li className="webhook">
      <span className="row-words">
        <bdi className="row-name">{url}</bdi>
        <span className="muted">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </span>
      <span className="row-acts">
        <Button kind="quiet" aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
          {isLogOpen ? words.hideLog : words.showLog}
        </Button>
        <Button kind="quiet" busy={act.isPending} onClick={() => act.mutate(test)}>
          {words.test}
        </Button>
        <Button
          kind="quiet"
          onClick={() => act.mutate(() => client.api.webhooks.change(webhookId, { active: !active }))}
        >
          {active ? words.pause : words.resume}
        </Button>
        <Button kind="quiet" onClick={() => act.mutate(remove)}>
          {words.remove}
        </Button>
      </span>
      <FailureNotice error={act.error ?? undefined} />
      {isLogOpen && <DeliveryLog webhookId={webhookId} />}
    </li>
  );
}

function DeliveryLog({ webhookId }: { readonly webhookId: string }) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = strings.host.webhooks;
  const ofLog = [...key, webhookId];
  const { data, error } = useQuery({
    queryKey: ofLog,
    queryFn: () => client.api.webhooks.deliveries(webhookId),
    refetchInterval: refreshMs,
    staleTime: 0,
  });
  const repeat = useMutation({
    mutationFn: (deliveryId: string) => client.api.webhooks.repeat(webhookId, deliveryId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ofLog }),
  });
  return (
    <div className="webhook-log">
      <FailureNotice error={error ?? repeat.error ?? undefined} />
      {data?.length === 0 && <p className="muted">{words.noLog}</p>}
      <ul className="rows" aria-label={words.log}>
        {data?.map((delivery) => (
          <li key={delivery.deliveryId}>
            <span className="row-words">
              <span className="row-name">{eventName(delivery.event)}</span>
              <span className="muted">{outcome(delivery)}</span>
            </span>
            {delivery.state !== 'waiting' && (
              <span className="row-acts">
                <Button kind="quiet" onClick={() => repeat.mutate(delivery.deliveryId)}>
                  {words.repeat}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function eventNames(): Readonly<Record<WebhookEvent, string>> {
  const { room, chat } = strings.host.webhooks.eventNames;
  return {
    'room.created': room.created,
    'room.closed': room.closed,
    'room.joined': room.joined,
    'room.left': room.left,
    'chat.message': chat.message,
  };
}

function eventName(event: string): string {
  return event === 'webhook.test' ? strings.host.webhooks.testEvent : named(eventNames(), event);
}

/** Such as `waits · 2 attempts · no answer (timeout) · 12:30`. */
function outcome({ state, attempts, status, error, lastAttemptAt, createdAt }: DeliveryView): string {
  const words = strings.host.webhooks;
  const answer = error === '' ? status : `${words.noAnswer} (${error})`;
  const facts = [
    words.states[state],
    words.attempts({ count: attempts }),
    answer,
    momentText(lastAttemptAt ?? createdAt),
  ];
  return facts.filter((fact) => fact !== null && fact !== '').join(' · ');
}
