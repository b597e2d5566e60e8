/* SPDX-License-Identifier: MIT */
/* WebSocket clients, see ws_client.h. */
#include "ws_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_MAX = 60000 };

typedef struct Write {
    uv_write_t request;
    char bytes[];
} Write;

static void on_closed(uv_handle_t *handle)
{
    WsClient *client = handle->data;
    if (client->all->closed)
        client->all->closed(client, client->why);
    ws_drop(&client->ws, client->all->pool);
    free(client);
}

void ws_client_close(WsClient *client, const char *why)
{
    if (client->closing)
        return;
    client->closing = true;
    client->why = why;
    uv_close((uv_handle_t *)&client->tcp, on_closed);
}

static void on_written(uv_write_t *request, int status)
{
    WsClient *client = request->data;
    free(request); /* the first member of its Write */
    if (status != 0)
        ws_client_close(client, uv_strerror(status));
}

/* What the socket takes at once is not copied. */
static void send_bytes(WsClient *client, const char *bytes, size_t length)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)length);
    int sent = client->closing ? (int)length
                               : uv_try_write((uv_stream_t *)&client->tcp, &buffer, 1);
    if (sent < 0)
        sent = 0;
    if ((size_t)sent == length)
        return;
    Write *write = malloc(sizeof *write + length - (size_t)sent);
    if (!write)
        abort();
    memcpy(write->bytes, bytes + sent, length - (size_t)sent);
    write->request.data = client;
    buffer = uv_buf_init(write->bytes, (unsigned)(length - (size_t)sent));
    uv_write(&write->request, (uv_stream_t *)&client->tcp, &buffer, 1, on_written);
}

static void send_frame(WsClient *client, WsOpcode opcode, const char *payload, size_t length)
{
    static const uint8_t mask[4] = {0x5a, 0x17, 0xc3, 0x88};
    static char frame[FRAME_MAX + WS_HEAD_MAX + 4];
    if (length > FRAME_MAX)
        abort();
    size_t n = ws_head(opcode, length, (uint8_t *)frame);
    frame[1] |= (char)0x80;
    memcpy(frame + n, mask, 4);
    n += 4;
    for (size_t i = 0; i < length; i++)
        frame[n + i] = (char)(payload[i] ^ mask[i % 4]);
    send_bytes(client, frame, n + length);
}

void ws_client_send(WsClient *client, const char *text, size_t length)
{
    send_frame(client, WS_OP_TEXT, text, length);
}

static void take_frames(WsClient *client, const char *bytes, size_t count)
{
    const uint8_t *at = (const uint8_t *)bytes;
    while (!client->closing) {
        WsEvent event = ws_next(&client->ws, client->all->pool, &at, &count);
        if (event.kind == WS_NONE)
            return;
        if (event.kind == WS_TEXT && client->all->text)
            client->all->text(client, event.data, event.length);
        else if (event.kind == WS_PING)
            send_frame(client, WS_OP_PONG, event.data, event.length);
        else if (event.kind == WS_CLOSE)
            ws_client_close(client, "closed by the server");
        else if (event.kind == WS_BAD)
            ws_client_close(client, "the server breaks the protocol");
    }
}

/* Reads the answer to the handshake; what stands behind it are frames. */
static void take_head(WsClient *client, const char *bytes, size_t count)
{
    size_t room = sizeof client->head - 1 - client->have;
    size_t taken = count < room ? count : room;
    memcpy(client->head + client->have, bytes, taken);
    client->have += taken;
    client->head[client->have] = '\0';
    char *end = strstr(client->head, "\r\n\r\n");
    if (!end) {
        if (client->have == sizeof client->head - 1)
            ws_client_close(client, "no answer to the handshake");
        return;
    }
    if (strncmp(client->head, "HTTP/1.1 101 ", 13) != 0) {
        ws_client_close(client, "the handshake is refused");
        return;
    }
    client->open = true;
    if (client->all->opened)
        client->all->opened(client);
    size_t behind = client->have - (size_t)(end + 4 - client->head);
    take_frames(client, end + 4, behind);
    take_frames(client, bytes + taken, count - taken);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    WsClient *client = stream->data;
    if (count < 0)
        ws_client_close(client, uv_strerror((int)count));
    else if (client->open)
        take_frames(client, buffer->base, (size_t)count);
    else if (count > 0)
        take_head(client, buffer->base, (size_t)count);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    static char bytes[65536];
    (void)handle, (void)size;
    *buffer = uv_buf_init(bytes, sizeof bytes);
}

static void on_connected(uv_connect_t *request, int status)
{
    WsClient *client = request->data;
    char head[512];
    if (status != 0) {
        ws_client_close(client, uv_strerror(status));
        return;
    }
    int length = snprintf(head, sizeof head,
                          "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: bG9hZCBsb2FkIGxvYWQhIQ==\r\n\r\n",
                          client->all->path);
    uv_tcp_nodelay(&client->tcp, 1);
    uv_read_start((uv_stream_t *)&client->tcp, on_alloc, on_read);
    send_bytes(client, head, (size_t)length);
}

WsClient *ws_client_open(const WsClients *all, void *data)
{
    WsClient *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->all = all;
    client->data = data;
    client->ws.client = true;
    uv_tcp_init(all->loop, &client->tcp);
    client->tcp.data = client->connect.data = client;
    int failed = uv_tcp_connect(&client->connect, &client->tcp,
                                (const struct sockaddr *)&all->address, on_connected);
    if (failed)
        ws_client_close(client, uv_strerror(failed));
    return client;
}
