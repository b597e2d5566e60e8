/* SPDX-License-Identifier: MIT */
/* The filter of system calls, see sandbox.h.
 *
 * Three kinds: what a server needs is allowed; what only somebody does who has taken it over ends
 * the process (SIGSYS); everything else is answered ENOSYS, as an older kernel would, so that a
 * library that tries a new call falls back to an old one instead of taking the server down. */
#include "app/server/sandbox.h"

#include "base/str.h"

#ifndef CONCENTRIC_SANDBOX

bool sandbox_is_built(void)
{
    return false;
}

bool sandbox_enter(char *why)
{
    return refuse(why, "this build has no filter of system calls");
}

#else

#include <errno.h>
#include <pthread.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { THREAD_FLAG = 0x00010000 }; /* CLONE_THREAD: no new process */

static const char *const allowed[] = {
    /* files: SQLite, databases, backups, the log, certificates, fonts */
    "read",
    "write",
    "readv",
    "writev",
    "pread64",
    "pwrite64",
    "preadv",
    "pwritev",
    "preadv2",
    "pwritev2",
    "open",
    "openat",
    "close",
    "close_range",
    "stat",
    "fstat",
    "lstat",
    "newfstatat",
    "statx",
    "statfs",
    "fstatfs",
    "lseek",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "getdents",
    "getdents64",
    "getcwd",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "unlink",
    "unlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "fchmod",
    "fchmodat",
    "chmod",
    "fchown",
    "truncate",
    "ftruncate",
    "fallocate",
    "fsync",
    "fdatasync",
    "sync_file_range",
    "flock",
    "fcntl",
    "dup",
    "dup2",
    "dup3",
    "utimensat",
    "umask",
    "fadvise64",
    "sendfile",
    "copy_file_range",
    "memfd_create",
    /* memory; mapping code is apart */
    "munmap",
    "mremap",
    "madvise",
    "brk",
    "msync",
    "mincore",
    "membarrier",
    /* threads, signals, the end */
    "rseq",
    "set_robust_list",
    "get_robust_list",
    "set_tid_address",
    "futex",
    "futex_waitv",
    "sched_yield",
    "sched_getaffinity",
    "sched_getparam",
    "sched_getscheduler",
    "sched_get_priority_max",
    "sched_get_priority_min",
    "getcpu",
    "exit",
    "exit_group",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "rt_sigtimedwait",
    "rt_sigpending",
    "rt_sigsuspend",
    "sigaltstack",
    "restart_syscall",
    /* who and when */
    "gettid",
    "getpid",
    "getppid",
    "getpgrp",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getresuid",
    "getresgid",
    "getgroups",
    "getrusage",
    "getrlimit",
    "prlimit64",
    "sysinfo",
    "uname",
    "times",
    "clock_gettime",
    "clock_getres",
    "clock_nanosleep",
    "nanosleep",
    "gettimeofday",
    "time",
    "getitimer",
    "setitimer",
    "alarm",
    "timerfd_create",
    "timerfd_settime",
    "timerfd_gettime",
    "getrandom",
    /* waiting, and sockets; making sockets is apart */
    "epoll_create",
    "epoll_create1",
    "epoll_ctl",
    "epoll_wait",
    "epoll_pwait",
    "epoll_pwait2",
    "poll",
    "ppoll",
    "select",
    "pselect6",
    "eventfd",
    "eventfd2",
    "pipe",
    "pipe2",
    "bind",
    "listen",
    "accept",
    "accept4",
    "connect",
    "getsockname",
    "getpeername",
    "getsockopt",
    "setsockopt",
    "sendto",
    "recvfrom",
    "sendmsg",
    "recvmsg",
    "sendmmsg",
    "recvmmsg",
    "shutdown",
};

static const char *const deadly[] = {
    "execve",
    "execveat",
    "fork",
    "vfork",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "pidfd_getfd",
    "kcmp",
    "mount",
    "umount2",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsmount",
    "pivot_root",
    "chroot",
    "setns",
    "unshare",
    "init_module",
    "finit_module",
    "delete_module",
    "kexec_load",
    "kexec_file_load",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "keyctl",
    "add_key",
    "request_key",
    "swapon",
    "swapoff",
    "reboot",
    "iopl",
    "ioperm",
    "acct",
    "settimeofday",
    "clock_settime",
    "adjtimex",
    "clock_adjtime",
    "quotactl",
    "open_by_handle_at",
    "name_to_handle_at",
    "setuid",
    "setgid",
    "setreuid",
    "setregid",
    "setresuid",
    "setresgid",
    "setfsuid",
    "setfsgid",
    "setgroups",
    "capset",
    "mknod",
    "mknodat",
    "sethostname",
    "setdomainname",
    "syslog",
    "lookup_dcookie",
    "modify_ldt",
    "personality",
    "vhangup",
};

bool sandbox_is_built(void)
{
    return true;
}

static bool add_all(scmp_filter_ctx filter, uint32_t action, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int call = seccomp_syscall_resolve_name(names[i]);
        /* Negative: other processors have it, this one does not. */
        if (call >= 0 && seccomp_rule_add(filter, action, call, 0) != 0)
            return false;
    }
    return true;
}

static bool allow_if(scmp_filter_ctx filter, int call, struct scmp_arg_cmp what)
{
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, what) == 0;
}

/* What is allowed with some arguments. */
static bool add_conditions(scmp_filter_ctx filter)
{
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
    static const unsigned long controls[] = {FIONBIO, FIONREAD, FIOCLEX, 0x5401 /* TCGETS */};
    static const unsigned long settings[] = {PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* SET_VMA */};
    bool good = true;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct scmp_arg_cmp is = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[i]);
        good = good && allow_if(filter, SCMP_SYS(socket), is) &&
               allow_if(filter, SCMP_SYS(socketpair), is);
    }
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        good = good && allow_if(filter, SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_EQ, controls[i]));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        good = good && allow_if(filter, SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, settings[i]));
    /* abort() and raise(), of this process alone. */
    good = good && allow_if(filter, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    /* No memory becomes code. */
    return good && allow_if(filter, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) &&
           allow_if(filter, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
}

/* Threads, but no processes. clone3, whose arguments a filter cannot see, is ENOSYS, and the C
 * library then uses clone. */
static bool add_clone(scmp_filter_ctx filter)
{
    return allow_if(filter, SCMP_SYS(clone),
                    SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD_FLAG, THREAD_FLAG)) &&
           seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                            SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD_FLAG, 0)) == 0;
}

static bool fill(scmp_filter_ctx filter)
{
    return add_all(filter, SCMP_ACT_ALLOW, allowed, sizeof allowed / sizeof *allowed) &&
           add_all(filter, SCMP_ACT_KILL_PROCESS, deadly, sizeof deadly / sizeof *deadly) &&
           add_conditions(filter) && add_clone(filter) &&
           seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0;
}

static void *end_thread(void *context)
{
    pthread_exit(context);
}

/* The C library loads libgcc when a thread first ends by pthread_exit; later it could not. */
static void load_late_parts(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_thread, NULL) == 0)
        pthread_join(thread, NULL);
}

bool sandbox_enter(char *why)
{
    load_late_parts();
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (!filter)
        return refuse(why, "there is no memory for the filter of system calls");
    int error = fill(filter) ? seccomp_load(filter) : -EINVAL;
    seccomp_release(filter);
    return error == 0 ||
           refuse(why, "the filter of system calls cannot be set: %s", strerror(-error));
}

#endif
