/* SPDX-License-Identifier: MIT */
/* Vacations: spans and their days, see vacation.h. */
#include "online/vacation.h"

static const int64_t HOUR = 3600000, DAY = 86400000, YEAR = INT64_C(365) * 86400000;

/* A time of a span; -1 if it is none. */
static int64_t read_time(const cJSON *item)
{
    const double most = 1125899906842624.0; /* 2^50, as acts have it */
    bool good = cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble <= most;
    return good ? (int64_t)item->valuedouble : -1;
}

void vacations_read(const cJSON *body, Vacations *out)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(body, "vacation"), *item;
    out->count = 0;
    cJSON_ArrayForEach(item, list)
    {
        ClockHold span = {read_time(cJSON_GetArrayItem(item, 0)),
                          read_time(cJSON_GetArrayItem(item, 1))};
        int64_t free_from = out->count ? out->span[out->count - 1].until : 0;
        bool after = !out->count || span.from > out->span[out->count - 1].from;
        if (out->count < VACATION_SPANS && after && span.from >= free_from &&
            span.until >= span.from)
            out->span[out->count++] = span;
    }
}

void vacations_write(const Vacations *vacations, cJSON *body)
{
    cJSON_DeleteItemFromObjectCaseSensitive(body, "vacation");
    cJSON *list = cJSON_AddArrayToObject(body, "vacation");
    for (int i = 0; i < vacations->count; i++) {
        cJSON *span = cJSON_CreateArray();
        cJSON_AddItemToArray(span, cJSON_CreateNumber((double)vacations->span[i].from));
        cJSON_AddItemToArray(span, cJSON_CreateNumber((double)vacations->span[i].until));
        cJSON_AddItemToArray(list, span);
    }
}

/* A day counts once an hour of it has begun, so that one may change one's mind. */
static int days_of(const ClockHold *span)
{
    int64_t days = (span->until - span->from - HOUR + DAY - 1) / DAY;
    return days < 1 ? 1 : (int)days;
}

static int last_at(const Vacations *vacations, int64_t now)
{
    int last = vacations->count - 1;
    return last >= 0 && vacations->span[last].until > now ? last : -1;
}

/* Days of this year but for those of the span `except`. */
static int days_used(const Vacations *vacations, int except, int64_t now)
{
    int days = 0;
    for (int i = 0; i < vacations->count; i++)
        if (i != except && vacations->span[i].until > now - YEAR)
            days += days_of(&vacations->span[i]);
    return days;
}

int64_t vacations_until(const Vacations *vacations, int64_t now)
{
    int last = last_at(vacations, now);
    return last < 0 ? 0 : vacations->span[last].until;
}

int vacations_left(const Vacations *vacations, int64_t now)
{
    int left = VACATION_DAYS - days_used(vacations, -1, now);
    return left > 0 ? left : 0;
}

/* Those that count no more are forgotten. */
static void forget_old(Vacations *vacations, int64_t now)
{
    int kept = 0;
    for (int i = 0; i < vacations->count; i++)
        if (vacations->span[i].until > now - YEAR)
            vacations->span[kept++] = vacations->span[i];
    vacations->count = kept;
}

VacationSet vacations_set(Vacations *vacations, int days, int64_t now)
{
    int last = last_at(vacations, now);
    if (!days) {
        if (last >= 0)
            vacations->span[last].until = now;
        return VACATION_OK;
    }
    ClockHold span = {now, now + days * DAY};
    if (last >= 0)
        span.from = vacations->span[last].from;
    else if (vacations->count && vacations->span[vacations->count - 1].from >= now)
        span.from = vacations->span[vacations->count - 1].from + 1; /* ended as it began */
    if (days_used(vacations, last, now) + days_of(&span) > VACATION_DAYS)
        return VACATION_NO_DAYS;
    if (last >= 0) {
        vacations->span[last] = span;
        return VACATION_OK;
    }
    forget_old(vacations, now);
    if (vacations->count == VACATION_SPANS)
        return VACATION_NO_DAYS;
    vacations->span[vacations->count++] = span;
    return VACATION_OK;
}

bool vacations_next(const Vacations *vacations, ClockHold known, int64_t since, int64_t now,
                    ClockHold *out)
{
    bool found = false;
    for (int i = 0; i < vacations->count; i++) {
        ClockHold span = vacations->span[i];
        found |= span.from == known.from;
        bool changed = span.from == known.from && span.until != known.until;
        bool newer = span.from > known.from && span.from >= known.until && span.until > since;
        if (changed || newer) {
            *out = span;
            return true;
        }
    }
    *out = (ClockHold){known.from, now}; /* one that is not there any more is over */
    return !found && known.until > now && known.from <= now;
}

cJSON *vacations_json(const Vacations *vacations, int64_t now)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "until", (double)vacations_until(vacations, now));
    cJSON_AddNumberToObject(json, "left", vacations_left(vacations, now));
    return json;
}
